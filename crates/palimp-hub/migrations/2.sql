-- People of a provider. Who is new and in a group that an organisation's policy names is its member from then on; what
-- her groups give her holds for the one transaction whose token names them, and is kept nowhere.

CREATE UNIQUE INDEX principals_signed_in ON principals (issuer, subject);

-- What the groups of who asks give her.
CREATE FUNCTION palimp_granted() RETURNS TABLE (scope uuid, role text) LANGUAGE sql STABLE AS $$
    SELECT split_part(pair, '=', 1)::uuid, split_part(pair, '=', 2)
    FROM unnest(string_to_array(NULLIF(current_setting('palimp.granted', true), ''), ',')) AS pair
$$;

CREATE OR REPLACE FUNCTION palimp_roles(of_org uuid, of_principal uuid)
RETURNS TABLE (scope uuid, kind text, name text, role text, remotes text[], roots text[], generation bigint, dropped bigint)
LANGUAGE sql STABLE AS $$
    WITH given AS (
        SELECT m.scope, m.role FROM memberships m WHERE m.org = of_org AND m.principal = of_principal
        UNION ALL
        SELECT g.scope, g.role FROM palimp_granted() g WHERE of_principal = palimp_me()
    ), mine AS (
        SELECT given.scope, given.role, s.kind FROM given JOIN scopes s ON s.org = of_org AND s.id = given.scope
    ), held AS (
        SELECT s.*, mine.role AS held,
            array_position(ARRAY['auditor', 'reader', 'contributor', 'reviewer', 'maintainer', 'owner'], mine.role) AS rank
        FROM scopes s JOIN mine ON mine.scope = s.id OR mine.scope = s.team
            OR (mine.kind = 'org' AND mine.role IN ('maintainer', 'owner'))
        WHERE s.org = of_org
    )
    SELECT DISTINCT ON (id) id, kind, name, held, remotes, roots, generation, dropped
    FROM held ORDER BY id, rank DESC
$$;

-- Makes a member of who signed in for the first time. Her name stands for nobody else: where it is taken, a number
-- follows.
CREATE FUNCTION palimp_enrol(in_org uuid, by_issuer text, by_subject text, by_name text) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
    number integer := 1; called text := by_name;
BEGIN
    LOOP
        INSERT INTO principals (org, id, name, issuer, subject)
            VALUES (in_org, gen_random_uuid(), called, by_issuer, by_subject) ON CONFLICT DO NOTHING;
        IF FOUND THEN RETURN true; END IF;
        PERFORM 1 FROM principals p WHERE p.issuer = by_issuer AND p.subject = by_subject;
        IF FOUND OR number > 1000 THEN RETURN false; END IF;
        number := number + 1;
        called := by_name || ' ' || number;
    END LOOP;
END $$;

DROP FUNCTION palimp_enter_as(text, text);

-- Lets in whom a provider signed in, and says who that is, and whether she is new.
CREATE FUNCTION palimp_enter_as(by_issuer text, by_subject text, by_name text, in_groups text[])
RETURNS TABLE (org uuid, org_name text, policy jsonb, principal uuid, name text, is_new boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    who principals%ROWTYPE; made boolean := false; home uuid; homes bigint; granted text;
BEGIN
    SELECT p.* INTO who FROM principals p WHERE p.issuer = by_issuer AND p.subject = by_subject;
    IF NOT FOUND THEN
        SELECT min(o.id::text)::uuid, count(*) INTO home, homes FROM orgs o
            WHERE jsonb_typeof(o.policy -> 'groups') = 'object' AND o.policy -> 'groups' ?| in_groups;
        -- Whom two organisations would have belongs to none of them before somebody says so.
        IF homes <> 1 OR pg_is_in_recovery() THEN RETURN; END IF;
        made := palimp_enrol(home, by_issuer, by_subject, by_name);
        SELECT p.* INTO who FROM principals p WHERE p.issuer = by_issuer AND p.subject = by_subject;
        IF NOT FOUND THEN RETURN; END IF;
    END IF;
    SELECT string_agg(s.id || '=' || (r.value #>> '{}'), ',') INTO granted
        FROM orgs o
        CROSS JOIN LATERAL jsonb_each(
            CASE jsonb_typeof(o.policy -> 'groups') WHEN 'object' THEN o.policy -> 'groups' ELSE '{}' END) AS g
        CROSS JOIN LATERAL jsonb_each(CASE jsonb_typeof(g.value) WHEN 'object' THEN g.value ELSE '{}' END) AS r
        JOIN scopes s ON s.org = o.id AND r.key = CASE s.kind WHEN 'org' THEN 'org' ELSE s.kind || ':' || s.name END
        WHERE o.id = who.org AND g.key = ANY (in_groups)
            AND (r.value #>> '{}') IN ('auditor', 'reader', 'contributor', 'reviewer', 'maintainer', 'owner');
    PERFORM set_config('palimp.principal', who.id::text, true),
        set_config('palimp.granted', COALESCE(granted, ''), true);
    PERFORM palimp_settle(who.org, who.id);
    RETURN QUERY SELECT o.id, o.name, o.policy, who.id, who.name, made FROM orgs o WHERE o.id = who.org;
END $$;

REVOKE ALL ON FUNCTION palimp_enrol(uuid, text, text, text), palimp_enter_as(text, text, text, text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION palimp_enter_as(text, text, text, text[]) TO palimp_hub_app;
