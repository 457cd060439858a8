//! Korean and English words of the trade that mean the same.
//!
//! Developers write `커밋` and `commit` in one breath, and a question in one language is often
//! answered by a note in the other; or by one in the same, which says `배포` where the question spells
//! `디플로이`.

/// The words that mean the same as a lower-case word: those of the other language (`commit` for `커밋`,
/// and the reverse), and the Korean ones that mean the same English word (`배포` for `디플로이`).
pub(super) fn same(word: &str) -> Vec<&'static str> {
    let mut same: Vec<&str> = other_language(word).collect();
    if !word.is_ascii() {
        let siblings = same.clone().into_iter().flat_map(other_language);
        let siblings: Vec<&str> = siblings.filter(|korean| *korean != word).collect();
        same.extend(siblings);
    }
    same
}

fn other_language(word: &str) -> impl Iterator<Item = &'static str> {
    loanwords().filter_map(move |(korean, english)| match () {
        () if korean == word => Some(english),
        () if english == word => Some(korean),
        () => None,
    })
}

/// Returns all pairs of a Korean word and an English one that mean the same.
pub fn loanwords() -> impl Iterator<Item = (&'static str, &'static str)> {
    PAIRS.iter().flat_map(|line| line.split(", ")).filter_map(|pair| pair.split_once(' '))
}

const PAIRS: &[&str] = &[
    "커밋 commit, 푸시 push, 병합 merge, 머지 merge, 브랜치 branch, 태그 tag, 저장소 repository, 레포 repo",
    "배포 deploy, 배포 release, 릴리스 release, 빌드 build, 컴파일 compile, 테스트 test, 린트 lint, 롤백 rollback",
    "서버 server, 클라이언트 client, 요청 request, 응답 response, 엔드포인트 endpoint, 프록시 proxy, 포트 port",
    "데이터베이스 database, 디비 db, 쿼리 query, 인덱스 index, 색인 index, 스키마 schema, 트랜잭션 transaction",
    "마이그레이션 migration, 이관 migration, 테이블 table, 컬럼 column, 백업 backup, 복구 restore, 덤프 dump",
    "캐시 cache, 큐 queue, 작업 job, 워커 worker, 스레드 thread, 프로세스 process, 메모리 memory, 배치 batch",
    "토큰 token, 인증 authentication, 인증 auth, 로그인 login, 권한 permission, 비밀번호 password, 암호화 encryption",
    "세션 session, 쿠키 cookie, 보안 security, 결제 payment, 환불 refund, 가격 price, 금액 amount",
    "오류 error, 에러 error, 예외 exception, 버그 bug, 장애 outage, 장애 incident, 경고 warning, 실패 failure",
    "로그 log, 감사 audit, 알림 notification, 알림 alert, 모니터링 monitoring, 지표 metric, 지연 latency, 성능 performance",
    "설정 config, 설정 settings, 환경 environment, 변수 variable, 규칙 rule, 규칙 convention, 정책 policy",
    "메시지 message, 문서 document, 문서 docs, 주석 comment, 코멘트 comment, 리뷰 review, 승인 approval",
    "화면 screen, 화면 ui, 버튼 button, 페이지 page, 컴포넌트 component, 상태 state, 스타일 style, 테마 theme",
    "사용자 user, 고객 customer, 주문 order, 예약 booking, 예약 reservation, 계정 account, 구독 subscription",
    "검색 search, 정렬 sort, 필터 filter, 번역 translation, 업로드 upload, 다운로드 download, 이미지 image",
    "날짜 date, 시간대 timezone, 일정 schedule, 마감 deadline, 회의 meeting, 팀 team, 담당 owner",
    "프로젝트 project, 패키지 package, 라이브러리 library, 의존성 dependency, 모듈 module, 버전 version",
    "컨테이너 container, 쿠버네티스 kubernetes, 도커 docker, 클러스터 cluster, 네트워크 network, 도메인 domain",
    "함수 function, 클래스 class, 타입 type, 인터페이스 interface, 비동기 async, 동기화 sync, 잠금 lock",
    "결정 decision, 선호 preference, 절차 procedure, 기억 memory, 요약 summary, 편집기 editor, 에디터 editor",
    // As developers say the English word.
    "디플로이 deploy, 릴리즈 release, 리트라이 retry, 재시도 retry, 로깅 log, 캐싱 cache, 디버깅 debug, 디버그 debug",
    "리팩터링 refactor, 리팩토링 refactor, 포맷 format, 포매터 formatter, 포매팅 format, 린터 linter, 커버리지 coverage",
    "인티그레이션 integration, 통합 integration, 유닛 unit, 단위 unit, 목 mock, 픽스처 fixture, 벤치마크 benchmark",
    "타임아웃 timeout, 익스파이어 expire, 만료 expire, 만료 expiry, 스케줄러 scheduler, 크론 cron, 훅 hook, 웹훅 webhook",
    "미들웨어 middleware, 라우터 router, 라우팅 routing, 핸들러 handler, 콜백 callback, 페이로드 payload, 헤더 header",
    "리베이스 rebase, 스쿼시 squash, 포크 fork, 클론 clone, 이슈 issue, 티켓 ticket, 핫픽스 hotfix, 피알 pr, 풀리퀘 pr, 풀리퀘스트 pr",
    "온콜 oncall, 당직 oncall, 런북 runbook, 포스트모템 postmortem, 스프린트 sprint",
    "스테이징 staging, 프로덕션 production, 운영 production, 리빌드 rebuild, 버킷 bucket, 리사이즈 resize, 스냅샷 snapshot",
    "시크릿 secret, 크리덴셜 credential, 크레덴셜 credential, 퍼미션 permission, 롤 role, 역할 role, 볼트 vault",
    "로컬라이제이션 localization, 현지화 localization, 번역 localization, 메트릭 metric, 얼럿 alert, 알람 alarm, 대시보드 dashboard",
    "시드 seed, 레플리카 replica, 샤드 shard, 파티션 partition, 페이지네이션 pagination",
    // As they say the names of programs.
    "포스트그레스 postgres, 포스트그레스 postgresql, 포스트그레스큐엘 postgresql, 마이에스큐엘 mysql, 몽고디비 mongodb",
    "레디스 redis, 카프카 kafka, 래빗엠큐 rabbitmq, 엘라스틱서치 elasticsearch, 엔진엑스 nginx, 스파크 spark, 에어플로우 airflow",
    "깃 git, 깃허브 github, 깃랩 gitlab, 젠킨스 jenkins, 테라폼 terraform, 앤서블 ansible, 헬름 helm, 그라파나 grafana",
    "프로메테우스 prometheus, 로키 loki, 센트리 sentry, 슬랙 slack, 지라 jira, 노션 notion, 컨플루언스 confluence, 피그마 figma",
    "리액트 react, 노드 node, 자바스크립트 javascript, 타입스크립트 typescript, 파이썬 python, 자바 java, 코틀린 kotlin",
    "러스트 rust, 스프링 spring, 장고 django, 플라스크 flask, 그래프큐엘 graphql, 웹소켓 websocket, 웹팩 webpack, 바이트 vite",
    "엔피엠 npm, 피엔피엠 pnpm, 얀 yarn, 카고 cargo, 웹피 webp, 제이슨 json, 야믈 yaml, 사파리 safari, 크롬 chrome",
    "에이피아이 api, 씨디엔 cdn, 디엔에스 dns, 에스큐엘 sql, 유아이 ui, 씨아이 ci, 에스쓰리 s3, 이씨투 ec2",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_lead_to_the_other_language() {
        assert_eq!(same("커밋"), ["commit"]);
        assert_eq!(same("error"), ["오류", "에러"]);
        assert!(same("없는말").is_empty());
    }

    #[test]
    fn a_word_spelt_as_it_is_said_leads_to_the_korean_one() {
        assert_eq!(same("디플로이"), ["deploy", "배포"]);
        assert_eq!(same("래빗엠큐"), ["rabbitmq"]);
        assert!(same("색인").contains(&"인덱스"));
    }

    #[test]
    fn every_pair_is_korean_and_english() {
        for pair in PAIRS.iter().flat_map(|line| line.split(", ")) {
            let (korean, english) = pair.split_once(' ').unwrap_or_default();
            assert!(!korean.is_empty() && !korean.is_ascii(), "{pair}");
            assert!(!english.is_empty() && english.is_ascii(), "{pair}");
        }
    }
}
