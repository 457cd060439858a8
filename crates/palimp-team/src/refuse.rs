//! Refusals, which are a function's answer and no failure.

/// Unpacks `Result<Result<T, CommitRefusal>, Error>`: a refusal is the function's answer.
macro_rules! or_refuse {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(refusal) => return Ok(Err(refusal)),
        }
    };
}

pub(crate) use or_refuse;
