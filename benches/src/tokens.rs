//! What it takes to add up transcripts: all of them for the first time, again when nothing has
//! changed, and when one has grown; beside reading the same bytes and counting their lines.

use std::error::Error;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::built;

/// The size of a transcript, in bytes.
const SIZE: usize = 20 << 20;
/// A tool's result, as large ones are.
const RESULT: usize = 8 << 10;

/// Measures with so many megabytes, and with an eighth of them, so that one sees what grows.
pub(crate) fn run(megabytes: usize) -> Result<(), Box<dyn Error>> {
    println!("tokens, whole process (s, and the most memory in MB)");
    for megabytes in [megabytes / 8, megabytes] {
        measure(megabytes << 20)?;
    }
    Ok(())
}

fn measure(bytes: usize) -> Result<(), Box<dyn Error>> {
    let user = tempfile::tempdir()?;
    let files = transcripts(user.path(), bytes)?;
    let start = Instant::now();
    let lines = files.iter().map(|file| lines(file)).sum::<Result<usize, _>>()?;
    let baseline = start.elapsed();
    let size: u64 = files.iter().map(|file| fs::metadata(file).map_or(0, |meta| meta.len())).sum();
    let (first, memory, requests) = palimp(user.path())?;
    let (again, again_memory, same) = palimp(user.path())?;
    let mut grown = OpenOptions::new().append(true).open(&files[0])?;
    grown.write_all(block(&files[0], usize::MAX).as_bytes())?;
    let (after, _, more) = palimp(user.path())?;
    if same != requests || more <= requests {
        return Err(format!("{requests} requests, then {same}, then {more}").into());
    }
    let cache = fs::metadata(user.path().join(".palimp/cache/tokens.jsonl"))?.len();
    println!(
        "  {} MB, {} transcripts, {lines} lines, {requests} requests; a cache of {:.1} MB",
        size >> 20,
        files.len(),
        cache as f64 / 1e6
    );
    let seconds = |time: Duration| time.as_secs_f64();
    println!("    lines counted             {:7.2}", seconds(baseline));
    println!(
        "    palimp tokens, first      {:7.2} {memory:6.0}   {:5.2} ×",
        seconds(first),
        seconds(first) / seconds(baseline)
    );
    println!("    again                     {:7.2} {again_memory:6.0}", seconds(again));
    println!("    after one has grown       {:7.2}", seconds(after));
    Ok(())
}

/// Transcripts of Claude Code and Codex CLI in a user's directory, so many bytes together.
fn transcripts(user: &Path, bytes: usize) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut files = Vec::new();
    for number in 0..bytes.div_ceil(SIZE) {
        let path = match number % 4 {
            3 => user.join(format!(".codex/sessions/2026/11/20/rollout-{number}.jsonl")),
            _ => user.join(format!(".claude/projects/-home-dev-app/{number}.jsonl")),
        };
        fs::create_dir_all(path.parent().unwrap_or(user))?;
        let mut file = BufWriter::new(File::create(&path)?);
        let (mut written, mut round) = (0, 0);
        while written < SIZE {
            let block = block(&path, round);
            file.write_all(block.as_bytes())?;
            written += block.len();
            round += 1;
        }
        file.flush()?;
        files.push(path);
    }
    Ok(files)
}

/// A recorded session, then requests with ids of their own, each with a large result.
fn block(path: &Path, round: usize) -> String {
    let is_codex = path.components().any(|part| part.as_os_str() == ".codex");
    let (client, recorded, usage) = match is_codex {
        true => ("codex", "transcript.direct-tools.jsonl", "codex.records.jsonl"),
        false => ("claude", "transcript.main.jsonl", "claude.session.jsonl"),
    };
    let own = format!("{}-{round}-", path.file_stem().unwrap_or_default().display());
    let usage = palimp_testing::read_fixture("usage", usage);
    let usage = usage.replace("msg_usage", &own).replace("resp_usage", &own);
    let mut block = palimp_testing::read_fixture(client, recorded);
    for line in usage.lines() {
        block.push_str(line);
        block.push('\n');
        block.push_str(&format!(
            "{{\"type\":\"user\",\"result\":\"{}\"}}\n",
            "x y ".repeat(RESULT / 4)
        ));
    }
    block
}

fn lines(path: &Path) -> std::io::Result<usize> {
    let mut file = BufReader::with_capacity(256 << 10, File::open(path)?);
    let mut lines = 0;
    while file.skip_until(b'\n')? > 0 {
        lines += 1;
    }
    Ok(lines)
}

/// Runs it; how long it took, the most memory it had in MB, and how many requests it found.
fn palimp(user: &Path) -> Result<(Duration, f64, u64), Box<dyn Error>> {
    let start = Instant::now();
    let mut child = Command::new(built("palimp"))
        .args(["tokens", "--json"])
        .env_clear()
        .env("HOME", user)
        .current_dir(user)
        .stdout(Stdio::piped())
        .spawn()?;
    let memory = most_memory(&mut child)?;
    let took = start.elapsed();
    let told: Value = serde_json::from_slice(&child.wait_with_output()?.stdout)?;
    let requests = told["report"]["total"]["requests"].as_u64().ok_or("no requests")?;
    Ok((took, memory, requests))
}

/// Waits for a program; the most memory it had, in MB. What it prints fits into a pipe.
fn most_memory(child: &mut Child) -> Result<f64, Box<dyn Error>> {
    let status = format!("/proc/{}/status", child.id());
    let mut most: f64 = 0.0;
    while child.try_wait()?.is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let high = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = high.and_then(|high| high.split_whitespace().next()?.parse::<f64>().ok());
        most = most.max(kilobytes.unwrap_or(0.0) / 1e3);
        std::thread::sleep(Duration::from_millis(2));
    }
    Ok(most)
}
