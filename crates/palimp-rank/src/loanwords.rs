//! Korean and English words of the trade that mean the same.
//!
//! Developers write `커밋` and `commit` in one breath, and a question in one language is often
//! answered by a note in the other.

/// The words of the other language for a lower-case word: `commit` for `커밋`, and the reverse.
pub(super) fn other_language(word: &str) -> impl Iterator<Item = &'static str> {
    PAIRS.iter().flat_map(|line| line.split(", ")).filter_map(move |pair| {
        let (korean, english) = pair.split_once(' ')?;
        match () {
            () if korean == word => Some(english),
            () if english == word => Some(korean),
            () => None,
        }
    })
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
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_lead_to_the_other_language() {
        assert!(other_language("커밋").eq(["commit"]));
        assert!(other_language("error").eq(["오류", "에러"]));
        assert_eq!(other_language("없는말").next(), None);
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
