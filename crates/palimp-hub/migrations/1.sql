-- What the hub keeps. An organisation's number leads every key, and row-level security lies over every table: a row is
-- there for who belongs to its organisation and may read its scope. Nobody is anybody before `palimp_enter` said so.

CREATE TABLE orgs (
    id uuid PRIMARY KEY,
    name text NOT NULL UNIQUE,
    policy jsonb NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL DEFAULT now()
);

-- `generation` grows whenever the chunks of a scope change, and `dropped` is the generation at which some went away: a
-- node that keeps a scope's columns in memory reads what came since, or all of it.
CREATE TABLE scopes (
    org uuid NOT NULL REFERENCES orgs,
    id uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN ('org', 'team', 'project')),
    name text NOT NULL,
    team uuid,
    remotes text[] NOT NULL DEFAULT '{}',
    roots text[] NOT NULL DEFAULT '{}',
    generation bigint NOT NULL DEFAULT 0,
    dropped bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (org, id),
    UNIQUE (org, kind, name),
    FOREIGN KEY (org, team) REFERENCES scopes (org, id)
);

CREATE TABLE principals (
    org uuid NOT NULL REFERENCES orgs,
    id uuid NOT NULL,
    name text NOT NULL,
    issuer text,
    subject text,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (org, id),
    UNIQUE (org, name),
    UNIQUE (issuer, subject, org)
);

CREATE TABLE memberships (
    org uuid NOT NULL,
    scope uuid NOT NULL,
    principal uuid NOT NULL,
    role text NOT NULL CHECK (role IN ('auditor', 'reader', 'contributor', 'reviewer', 'maintainer', 'owner')),
    PRIMARY KEY (org, scope, principal),
    FOREIGN KEY (org, scope) REFERENCES scopes (org, id) ON DELETE CASCADE,
    FOREIGN KEY (org, principal) REFERENCES principals (org, id) ON DELETE CASCADE
);
CREATE INDEX memberships_of ON memberships (org, principal);

-- A token is 256 random bits; only its hash is kept. One of a link works once, for another.
CREATE TABLE tokens (
    org uuid NOT NULL,
    hash bytea NOT NULL UNIQUE,
    principal uuid NOT NULL,
    label text NOT NULL DEFAULT '',
    is_link boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz,
    last_used date,
    PRIMARY KEY (org, hash),
    FOREIGN KEY (org, principal) REFERENCES principals (org, id) ON DELETE CASCADE
);

-- `changed` is the number of the link in the audit chain under which a memory came to its present status.
CREATE TABLE memories (
    org uuid NOT NULL,
    id uuid NOT NULL,
    scope uuid NOT NULL,
    kind text NOT NULL,
    status text NOT NULL CHECK (status IN ('proposed', 'approved', 'rejected', 'superseded', 'expired', 'quarantined')),
    version bytea NOT NULL,
    body bytea NOT NULL,
    supersedes uuid[] NOT NULL DEFAULT '{}',
    allow text[] NOT NULL DEFAULT '{}',
    valid_from date,
    expires date,
    proposer uuid NOT NULL,
    proposed_at timestamptz NOT NULL DEFAULT now(),
    changed_at timestamptz NOT NULL DEFAULT now(),
    changed bigint NOT NULL,
    PRIMARY KEY (org, id),
    FOREIGN KEY (org, scope) REFERENCES scopes (org, id),
    FOREIGN KEY (org, proposer) REFERENCES principals (org, id)
);
CREATE INDEX memories_changed ON memories (org, scope, changed);
CREATE INDEX memories_waiting ON memories (org, scope, proposed_at) WHERE status = 'proposed';
CREATE INDEX memories_ending ON memories (org, expires) WHERE status = 'approved';

-- What was erased: that it was there, and nothing of what it said.
CREATE TABLE gone (
    org uuid NOT NULL,
    scope uuid NOT NULL,
    id uuid NOT NULL,
    changed bigint NOT NULL,
    PRIMARY KEY (org, id)
);
CREATE INDEX gone_changed ON gone (org, scope, changed);

CREATE TABLE reviews (
    org uuid NOT NULL,
    scope uuid NOT NULL,
    memory uuid NOT NULL,
    version bytea NOT NULL,
    reviewer uuid NOT NULL,
    verdict text NOT NULL CHECK (verdict IN ('approve', 'reject')),
    why bytea NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (org, memory, version, reviewer),
    FOREIGN KEY (org, memory) REFERENCES memories (org, id) ON DELETE CASCADE,
    FOREIGN KEY (org, reviewer) REFERENCES principals (org, id)
);

-- The key of each memory, wrapped by the master key: where it is gone, so is what it locked, in every copy.
CREATE TABLE keys (
    org uuid NOT NULL,
    scope uuid NOT NULL,
    subject uuid NOT NULL,
    wrapped bytea NOT NULL,
    PRIMARY KEY (org, subject)
);

-- A piece of an approved memory, as ranking wants it; its text lies in the memory's body.
CREATE TABLE chunks (
    id bigint GENERATED ALWAYS AS IDENTITY,
    org uuid NOT NULL,
    scope uuid NOT NULL,
    memory uuid NOT NULL,
    seq integer NOT NULL,
    span int4range NOT NULL,
    length integer NOT NULL,
    day integer NOT NULL,
    factor real NOT NULL,
    vector bytea NOT NULL,
    generation bigint NOT NULL,
    PRIMARY KEY (org, scope, memory, seq),
    FOREIGN KEY (org, memory) REFERENCES memories (org, id) ON DELETE CASCADE
);
CREATE INDEX chunks_since ON chunks (org, scope, generation);

-- Terms are keyed hashes: who reads this table does not read words.
CREATE TABLE postings (
    org uuid NOT NULL,
    scope uuid NOT NULL,
    term bigint NOT NULL,
    chunk bigint NOT NULL,
    frequency integer NOT NULL,
    memory uuid NOT NULL,
    PRIMARY KEY (org, scope, term, chunk) INCLUDE (frequency)
);
CREATE INDEX postings_of ON postings (org, memory);

CREATE TABLE audit (
    org uuid NOT NULL,
    seq bigint NOT NULL,
    prev bytea NOT NULL,
    hash bytea NOT NULL,
    actor uuid NOT NULL,
    action text NOT NULL,
    object uuid NOT NULL,
    detail bytea NOT NULL,
    at timestamptz NOT NULL,
    PRIMARY KEY (org, seq)
);

CREATE TABLE audit_heads (
    org uuid PRIMARY KEY,
    seq bigint NOT NULL DEFAULT 0,
    hash bytea NOT NULL DEFAULT '\x',
    signed_seq bigint,
    signed_hash bytea,
    signed_at timestamptz,
    signed_key bytea,
    signature bytea
);

CREATE TABLE activity (
    org uuid NOT NULL,
    scope uuid NOT NULL,
    day date NOT NULL,
    principal uuid NOT NULL,
    id uuid NOT NULL,
    weekly boolean NOT NULL DEFAULT false,
    body bytea NOT NULL,
    PRIMARY KEY (org, scope, day, principal, id)
) PARTITION BY RANGE (day);
CREATE TABLE activity_rest PARTITION OF activity DEFAULT;

-- What was answered to a write, so that it may be sent again.
CREATE TABLE answered (
    org uuid NOT NULL,
    principal uuid NOT NULL,
    key text NOT NULL,
    request bytea NOT NULL,
    status integer NOT NULL,
    object uuid NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (org, principal, key)
);

CREATE TABLE usage (
    org uuid NOT NULL,
    principal uuid NOT NULL,
    day date NOT NULL,
    what text NOT NULL,
    times bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (org, principal, day, what)
);

CREATE TABLE jobs (
    org uuid NOT NULL,
    name text NOT NULL,
    ran_at timestamptz NOT NULL,
    outcome text NOT NULL,
    PRIMARY KEY (org, name)
);

-- Who asks, as far as this transaction goes. What was not said is nobody, nowhere.

CREATE FUNCTION palimp_org() RETURNS uuid LANGUAGE sql STABLE AS
$$ SELECT NULLIF(current_setting('palimp.org', true), '')::uuid $$;

CREATE FUNCTION palimp_me() RETURNS uuid LANGUAGE sql STABLE AS
$$ SELECT NULLIF(current_setting('palimp.principal', true), '')::uuid $$;

CREATE FUNCTION palimp_ids(setting text) RETURNS uuid[] LANGUAGE sql STABLE AS
$$ SELECT COALESCE(string_to_array(NULLIF(current_setting(setting, true), ''), ',')::uuid[], '{}') $$;

CREATE FUNCTION palimp_audits() RETURNS boolean LANGUAGE sql STABLE AS
$$ SELECT COALESCE(current_setting('palimp.audits', true), '') = 'on' $$;

-- The roles of a member by scope. A role in a team holds in the team's projects; who maintains or owns the organisation
-- does so everywhere; every other role holds where it was given.
CREATE FUNCTION palimp_roles(of_org uuid, of_principal uuid)
RETURNS TABLE (scope uuid, kind text, name text, role text, remotes text[], roots text[], generation bigint, dropped bigint)
LANGUAGE sql STABLE AS $$
    WITH mine AS (
        SELECT m.scope, m.role, s.kind FROM memberships m JOIN scopes s ON s.org = m.org AND s.id = m.scope
        WHERE m.org = of_org AND m.principal = of_principal
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

-- Says for the rest of the transaction who asks.
CREATE FUNCTION palimp_settle(of_org uuid, of_principal uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    readable text; reviewable text; audits boolean;
BEGIN
    SELECT string_agg(scope::text, ',') FILTER (WHERE role <> 'auditor'),
        string_agg(scope::text, ',') FILTER (WHERE role IN ('reviewer', 'maintainer', 'owner')),
        bool_or(kind = 'org' AND role IN ('auditor', 'owner'))
    INTO readable, reviewable, audits FROM palimp_roles(of_org, of_principal);
    PERFORM set_config('palimp.org', of_org::text, true),
        set_config('palimp.principal', of_principal::text, true),
        set_config('palimp.scopes', COALESCE(readable, ''), true),
        set_config('palimp.reviews', COALESCE(reviewable, ''), true),
        set_config('palimp.audits', CASE WHEN audits THEN 'on' ELSE '' END, true);
END $$;

-- Lets in who holds a token that is good now, and says who that is. The only way in: the application's role can read
-- no token, and is nobody before.
CREATE FUNCTION palimp_enter(given bytea)
RETURNS TABLE (org uuid, org_name text, policy jsonb, principal uuid, name text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    who tokens%ROWTYPE;
BEGIN
    SELECT t.* INTO who FROM tokens t
    WHERE t.hash = given AND NOT t.is_link AND (t.expires_at IS NULL OR t.expires_at > now());
    IF NOT FOUND THEN RETURN; END IF;
    IF who.last_used IS DISTINCT FROM current_date AND NOT pg_is_in_recovery() THEN
        UPDATE tokens t SET last_used = current_date WHERE t.hash = given;
    END IF;
    PERFORM palimp_settle(who.org, who.principal);
    RETURN QUERY SELECT o.id, o.name, o.policy, p.id, p.name
        FROM orgs o JOIN principals p ON p.org = o.id WHERE o.id = who.org AND p.id = who.principal;
END $$;

-- The same for who was signed in by the organisation's provider.
CREATE FUNCTION palimp_enter_as(by_issuer text, by_subject text)
RETURNS TABLE (org uuid, org_name text, policy jsonb, principal uuid, name text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    who principals%ROWTYPE;
BEGIN
    SELECT p.* INTO who FROM principals p WHERE p.issuer = by_issuer AND p.subject = by_subject;
    IF NOT FOUND THEN RETURN; END IF;
    PERFORM palimp_settle(who.org, who.id);
    RETURN QUERY SELECT o.id, o.name, o.policy, who.id, who.name FROM orgs o WHERE o.id = who.org;
END $$;

-- A link that was handed out becomes a token, once.
CREATE FUNCTION palimp_redeem(link bytea, token bytea, valid_until timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    who tokens%ROWTYPE;
BEGIN
    DELETE FROM tokens t WHERE t.hash = link AND t.is_link AND t.expires_at > now() RETURNING t.* INTO who;
    IF NOT FOUND THEN RETURN false; END IF;
    INSERT INTO tokens (org, hash, principal, label, expires_at)
        VALUES (who.org, token, who.principal, who.label, valid_until);
    RETURN true;
END $$;

-- The organisation's own hand, for what is due by the clock: all scopes, and no person.
CREATE FUNCTION palimp_enter_for(of_org uuid) RETURNS TABLE (name text, policy jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    every text;
BEGIN
    SELECT string_agg(s.id::text, ',') INTO every FROM scopes s WHERE s.org = of_org;
    PERFORM set_config('palimp.org', of_org::text, true),
        set_config('palimp.principal', '00000000-0000-0000-0000-000000000000', true),
        set_config('palimp.scopes', COALESCE(every, ''), true),
        set_config('palimp.reviews', COALESCE(every, ''), true),
        set_config('palimp.audits', 'on', true);
    RETURN QUERY SELECT o.name, o.policy FROM orgs o WHERE o.id = of_org;
END $$;

CREATE FUNCTION palimp_orgs() RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = public, pg_temp AS $$ SELECT id FROM orgs ORDER BY id $$;

-- The hash of one link of one's own organisation, by which a home sees that history is what it was.
CREATE FUNCTION palimp_link(of_seq bigint) RETURNS bytea LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = public, pg_temp AS $$ SELECT hash FROM audit WHERE org = palimp_org() AND seq = of_seq $$;

ALTER TABLE orgs ENABLE ROW LEVEL SECURITY;
ALTER TABLE scopes ENABLE ROW LEVEL SECURITY;
ALTER TABLE principals ENABLE ROW LEVEL SECURITY;
ALTER TABLE memberships ENABLE ROW LEVEL SECURITY;
ALTER TABLE tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE memories ENABLE ROW LEVEL SECURITY;
ALTER TABLE gone ENABLE ROW LEVEL SECURITY;
ALTER TABLE reviews ENABLE ROW LEVEL SECURITY;
ALTER TABLE keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE chunks ENABLE ROW LEVEL SECURITY;
ALTER TABLE postings ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_heads ENABLE ROW LEVEL SECURITY;
ALTER TABLE activity ENABLE ROW LEVEL SECURITY;
ALTER TABLE activity_rest ENABLE ROW LEVEL SECURITY;
ALTER TABLE answered ENABLE ROW LEVEL SECURITY;
ALTER TABLE usage ENABLE ROW LEVEL SECURITY;
ALTER TABLE jobs ENABLE ROW LEVEL SECURITY;

CREATE POLICY mine ON orgs USING (id = (SELECT palimp_org()));
CREATE POLICY mine ON scopes USING (org = (SELECT palimp_org()) AND id = ANY ((SELECT palimp_ids('palimp.scopes'))::uuid[]));
CREATE POLICY mine ON principals USING (org = (SELECT palimp_org()));
CREATE POLICY mine ON memberships USING (org = (SELECT palimp_org()) AND scope = ANY ((SELECT palimp_ids('palimp.scopes'))::uuid[]));
CREATE POLICY mine ON tokens USING (org = (SELECT palimp_org()) AND principal = (SELECT palimp_me()));
-- What waits, was refused or is in doubt is there for its proposer and for reviewers alone.
CREATE POLICY mine ON memories USING (
    org = (SELECT palimp_org()) AND scope = ANY ((SELECT palimp_ids('palimp.scopes'))::uuid[])
    AND (status IN ('approved', 'superseded', 'expired') OR proposer = (SELECT palimp_me())
        OR scope = ANY ((SELECT palimp_ids('palimp.reviews'))::uuid[])));
CREATE POLICY mine ON gone USING (org = (SELECT palimp_org()) AND scope = ANY ((SELECT palimp_ids('palimp.scopes'))::uuid[]));
CREATE POLICY mine ON reviews USING (org = (SELECT palimp_org()) AND scope = ANY ((SELECT palimp_ids('palimp.scopes'))::uuid[]));
CREATE POLICY mine ON keys USING (org = (SELECT palimp_org()) AND scope = ANY ((SELECT palimp_ids('palimp.scopes'))::uuid[]));
CREATE POLICY mine ON chunks USING (org = (SELECT palimp_org()) AND scope = ANY ((SELECT palimp_ids('palimp.scopes'))::uuid[]));
CREATE POLICY mine ON postings USING (org = (SELECT palimp_org()) AND scope = ANY ((SELECT palimp_ids('palimp.scopes'))::uuid[]));
CREATE POLICY reads ON audit FOR SELECT USING (org = (SELECT palimp_org()) AND (SELECT palimp_audits()));
CREATE POLICY adds ON audit FOR INSERT WITH CHECK (org = (SELECT palimp_org()));
CREATE POLICY mine ON audit_heads USING (org = (SELECT palimp_org()));
CREATE POLICY mine ON activity USING (org = (SELECT palimp_org()) AND scope = ANY ((SELECT palimp_ids('palimp.scopes'))::uuid[]));
CREATE POLICY mine ON activity_rest USING (org = (SELECT palimp_org()) AND scope = ANY ((SELECT palimp_ids('palimp.scopes'))::uuid[]));
CREATE POLICY mine ON answered USING (org = (SELECT palimp_org()) AND principal = (SELECT palimp_me()));
CREATE POLICY mine ON usage USING (org = (SELECT palimp_org()));
CREATE POLICY mine ON jobs USING (org = (SELECT palimp_org()));

-- The application's role: it owns nothing, passes by no policy, and changes no link of the chain.
DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'palimp_hub_app') THEN
        CREATE ROLE palimp_hub_app NOLOGIN NOSUPERUSER NOBYPASSRLS;
    END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
GRANT USAGE ON SCHEMA public TO palimp_hub_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON scopes, principals, memberships, tokens, memories, gone, reviews, keys, chunks,
    postings, activity, activity_rest, answered, usage, jobs TO palimp_hub_app;
GRANT SELECT, UPDATE ON orgs, audit_heads TO palimp_hub_app;
GRANT SELECT, INSERT ON audit TO palimp_hub_app;
REVOKE ALL ON FUNCTION palimp_settle(uuid, uuid) FROM PUBLIC;
REVOKE ALL ON FUNCTION palimp_enter(bytea), palimp_enter_as(text, text), palimp_redeem(bytea, bytea, timestamptz),
    palimp_enter_for(uuid), palimp_orgs(), palimp_link(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION palimp_enter(bytea), palimp_enter_as(text, text), palimp_redeem(bytea, bytea, timestamptz),
    palimp_enter_for(uuid), palimp_orgs(), palimp_link(bigint) TO palimp_hub_app;
