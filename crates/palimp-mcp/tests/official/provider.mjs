// A small OpenID provider on loopback for tests: it lets everybody in as `ann`, in the group `eng`, without asking.
// Authorization code with PKCE (S256), device codes that are good at the second question, refresh tokens that are good once, clients
// that register themselves, tokens for the resource that is named (RFC 8707).

import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { createServer } from "node:http";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const kid = randomBytes(8).toString("hex");
const clients = new Map();
const codes = new Map();
const devices = new Map();
const refreshes = new Map();
const encode = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");

function token(audience) {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: issuer, sub: "ann-1", aud: audience, iat: now, exp: now + 300, preferred_username: "ann", groups: ["eng"],
  };
  const signed = `${encode({ alg: "RS256", typ: "at+jwt", kid })}.${encode(claims)}`;
  return `${signed}.${sign("sha256", signed, privateKey).toString("base64url")}`;
}

const ways = {
  "GET /.well-known/openid-configuration": () => [200, about()],
  "GET /.well-known/oauth-authorization-server": () => [200, about()],
  "GET /keys": () => [200, { keys: [{ ...publicKey.export({ format: "jwk" }), kid, use: "sig", alg: "RS256" }] }],
  "POST /register": (asked) => {
    const client_id = randomBytes(8).toString("hex");
    const about = JSON.parse(asked);
    clients.set(client_id, about.client_name);
    return [201, { ...about, client_id }];
  },
  "GET /authorize": (_, query) => {
    const code = randomBytes(16).toString("hex");
    const good = clients.has(query.get("client_id")) && query.get("code_challenge_method") === "S256";
    if (!good) return [400, { error: "invalid_request" }];
    codes.set(code, { challenge: query.get("code_challenge"), client: query.get("client_id"), resource: query.get("resource") });
    const back = new URL(query.get("redirect_uri"));
    back.searchParams.set("code", code);
    back.searchParams.set("iss", issuer);
    if (query.get("state")) back.searchParams.set("state", query.get("state"));
    return [302, {}, { location: back.href }];
  },
  "POST /token": (asked) => {
    const form = new URLSearchParams(asked);
    const kind = form.get("grant_type");
    if (kind === "refresh_token") return given(form, refreshes, form.get("refresh_token"));
    if (kind === "urn:ietf:params:oauth:grant-type:device_code") {
      const device = devices.get(form.get("device_code"));
      if (device && !device.asked) {
        device.asked = true;
        return [400, { error: "authorization_pending" }];
      }
      return given(form, devices, form.get("device_code"));
    }
    const code = codes.get(form.get("code"));
    codes.delete(form.get("code"));
    const challenge = createHash("sha256").update(form.get("code_verifier") ?? "").digest("base64url");
    if (!code || code.challenge !== challenge || code.client !== form.get("client_id") || code.resource !== form.get("resource")) {
      return [400, { error: "invalid_grant" }];
    }
    return tokens(code.resource, form.get("client_id"));
  },
  "POST /device": (asked) => {
    const form = new URLSearchParams(asked);
    if (!clients.has(form.get("client_id"))) return [401, { error: "invalid_client" }];
    const device_code = randomBytes(16).toString("hex");
    devices.set(device_code, { resource: form.get("resource"), client: form.get("client_id") });
    return [200, { device_code, user_code: "WDJB-MJHT", verification_uri: `${issuer}/enter`, expires_in: 60, interval: 1 }];
  },
};

// A home's tokens end at once, so that it has to refresh them before it uses them.
function tokens(resource, client) {
  const refresh_token = randomBytes(16).toString("hex");
  refreshes.set(refresh_token, { resource, client });
  const expires_in = clients.get(client) === "palimp" ? 0 : 300;
  return [200, { access_token: token(resource), refresh_token, token_type: "Bearer", expires_in }];
}

function given(form, from, name) {
  const begun = from.get(name);
  from.delete(name);
  const good = begun && begun.resource === form.get("resource") && begun.client === form.get("client_id");
  return good ? tokens(begun.resource, begun.client) : [400, { error: "invalid_grant" }];
}

const about = () => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  registration_endpoint: `${issuer}/register`,
  device_authorization_endpoint: `${issuer}/device`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ["code"],
  grant_types_supported: ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: ["none"],
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["RS256"],
  authorization_response_iss_parameter_supported: true,
});

let issuer;
const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const url = new URL(request.url, issuer);
  const way = ways[`${request.method} ${url.pathname}`];
  const asked = Buffer.concat(chunks).toString();
  const [status, body, headers] = way ? way(asked, url.searchParams) : [404, { error: "not_found" }];
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
});
server.listen(0, "127.0.0.1", () => {
  issuer = `http://127.0.0.1:${server.address().port}`;
  console.log(issuer);
});
