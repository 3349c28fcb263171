package io.iamplane.http.admin;

import io.iamplane.shared.UuidV7;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import java.sql.SQLException;

/** Creates resources for operations to change; each method returns a path after the prefix. */
public final class Resources {

  private Resources() {}

  static String campaign(AdminTenant tenant) {
    tenant.made("users", "{'name': 'Rev', 'external_id': 'rev'}");
    return "access-reviews/campaigns/"
        + tenant.made(
            "access-reviews/campaigns",
            "{'name': 'Review', 'reviewer_strategy': 'named', 'reviewer': 'user:rev',"
                + " 'on_unconfirmed': 'keep', 'due_at': '2199-01-01T00:00:00Z'}");
  }

  /** A signal, as a scan would leave it; its id. */
  public static String anomaly(AdminTenant tenant) {
    String id = UuidV7.next().toString();
    try {
      Rows.update(
          """
          INSERT INTO iam_anomaly_signals (organization_id, id, type, subject, seen_at, score,
            reasons, status, revision, created_at, updated_at)
          VALUES ('%s', '%s', 'off_hours', 'user:%s', now(), 8, '{late}', 'open', 1, now(), now())
          """
              .formatted(tenant.organization().id(), id, id));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return id;
  }

  /** A session of a person, as a sign-in would leave it; its id. */
  public static String session(AdminTenant tenant, String user) {
    return inserted(
        """
        INSERT INTO iam_sessions (id, organization_id, user_id, secret_hash, aal, amr,
          policy_version, authenticated_at, used_at, ends_at, expires_at)
        VALUES ('%1$s', '%2$s', '%3$s', sha256('%1$s'), 'aal1', 'user', 0, now(), now(),
          now() + interval '1 hour', now() + interval '1 hour')
        """,
        tenant, user);
  }

  /** The body of another name for it. */
  public static final String OTHER_PROVIDER =
      "{'name': 'Other', 'issuer': 'https://login.acme.example', 'client_id': 'iam'}";

  /** An identity provider that no one signs in at; its path. */
  public static String provider(AdminTenant tenant) {
    tenant
        .put(
            "identity-provider",
            "{'name': 'Acme', 'issuer': 'https://login.acme.example', 'client_id': 'iam',"
                + " 'client_secret': 'secret-of-the-provider'}")
        .statusCode(200);
    return "identity-provider";
  }

  /** The path of a tenant among the organizations. */
  public static String organization(AdminTenant tenant) {
    return "organizations/" + tenant.organization().id();
  }

  /** A passkey of a person, which opens nothing; its id. */
  public static String passkey(AdminTenant tenant, String user) {
    return inserted(
        """
        INSERT INTO iam_passkeys (id, organization_id, user_id, credential_id, credential,
          sign_count, backup_eligible, backed_up, created_at, challenged_at)
        VALUES ('%1$s', '%2$s', '%3$s', sha256('%1$s'), 'none', 0, false, false, now(), now())
        """,
        tenant, user);
  }

  private static String inserted(String sql, AdminTenant tenant, String user) {
    String id = UuidV7.next().toString();
    try {
      Rows.update(sql.formatted(id, tenant.organization().id(), user));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return id;
  }

  /** A recommendation about a grant, as a scan would leave it; its id. */
  public static String recommendation(AdminTenant tenant) {
    String id = UuidV7.next().toString();
    String subject = "user:" + tenant.made("users", "{'name': 'Idle'}");
    String grant =
        tenant.made(
            "grants",
            "{'subject': '%s', 'privilege_type': 'role', 'privilege_key': 'iam:decision-client'}"
                .formatted(subject));
    try {
      Rows.update(
          """
          INSERT INTO iam_recommendations (organization_id, id, type, target, subject, severity,
            status, evidence, change, proof, revision, created_at, updated_at)
          VALUES ('%s', '%s', 'unused_grant', 'grant:%s', '%s', 'medium', 'open',
            '{"summary": "No decision used it.", "grants": ["%s"], "uses": 0,
              "from": "2026-01-01T00:00:00Z", "until": "2026-04-01T00:00:00Z", "permissions": 1,
              "used": []}',
            '{"revoke": ["%s"], "roles": [], "grants": []}',
            '{"from": "2026-01-01T00:00:00Z", "until": "2026-04-01T00:00:00Z",
              "complete_from": "2026-01-01T00:00:00Z", "decisions": 0, "replayed": 0,
              "newly_denied": 0}',
            1, now(), now())
          """
              .formatted(tenant.organization().id(), id, grant, subject, grant, grant));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return id;
  }

  /** A grant to a subject that waits for its activation; its id. */
  public static String dormant(AdminTenant tenant, String subject) {
    return tenant.made(
        "grants",
        "{'subject': '%s', 'privilege_type': 'role', 'privilege_key': 'warehouse:clerk',"
                .formatted(subject)
            + " 'activation_required': true}");
  }

  /** A role that can be requested, approved by administrators. */
  public static void requestable(AdminTenant tenant, String role) {
    tenant
        .post(
            "roles",
            "{'key': '%s', 'label': 'Role', 'self_requestable': true,".formatted(role)
                + " 'request': {'approval_steps': [{'approver_type': 'role',"
                + " 'approver_ref': 'iam:iam-admin'}]}}")
        .statusCode(201);
  }

  /** The tenant's request for a role of that kind; its id. */
  public static String request(AdminTenant tenant) {
    String role = "asked-" + tenant.organization().key().hashCode();
    requestable(tenant, role);
    return tenant.made(
        "access-requests", "{'role_key': '%s', 'justification': 'Stocktaking'}".formatted(role));
  }

  static String duty(AdminTenant tenant) {
    return "duty-rules/"
        + tenant.made(
            "duty-rules",
            "{'name': 'Two hands', 'all_of': ['iam:users.read', 'iam:users.manage'],"
                + " 'mode': 'detect'}");
  }

  static String webhook(AdminTenant tenant) {
    return "webhooks/"
        + tenant.made("webhooks", "{'url': 'http://localhost:1/', 'event_filters': ['*']}");
  }

  static String user(AdminTenant tenant) {
    return "users/" + tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
  }

  static String away(AdminTenant tenant) {
    String user = user(tenant);
    tenant.post(user + "/suspend").statusCode(200);
    return user;
  }

  static String group(AdminTenant tenant) {
    return "groups/" + tenant.made("groups", "{'key': 'staff', 'name': 'Staff'}");
  }

  static String role(AdminTenant tenant) {
    tenant.post("roles", "{'key': 'keeper', 'label': 'Keeper'}").statusCode(201);
    return "roles/keeper";
  }

  static String account(AdminTenant tenant) {
    return "service-accounts/" + tenant.made("service-accounts", "{'name': 'Robot'}");
  }

  static String submitted(AdminTenant tenant, String application, String manifest) {
    return "manifests/" + tenant.made("applications/" + application + "/manifests", manifest);
  }

  static String grant(AdminTenant tenant) {
    user(tenant);
    return "grants/"
        + tenant.made(
            "grants",
            "{'subject': 'user:ann', 'privilege_type': 'permission',"
                + " 'privilege_key': 'iam:users.read'}");
  }
}
