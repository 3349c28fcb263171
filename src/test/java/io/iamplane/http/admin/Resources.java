package io.iamplane.http.admin;

import io.iamplane.testing.AdminTenant;

/** Makes what operations change; each answers its path after the prefix. */
final class Resources {

  private Resources() {}

  static String campaign(AdminTenant tenant) {
    tenant.made("users", "{'name': 'Rev', 'external_id': 'rev'}");
    return "access-reviews/campaigns/"
        + tenant.made(
            "access-reviews/campaigns",
            "{'name': 'Review', 'reviewer_strategy': 'named', 'reviewer': 'user:rev',"
                + " 'on_unconfirmed': 'keep', 'due_at': '2199-01-01T00:00:00Z'}");
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
