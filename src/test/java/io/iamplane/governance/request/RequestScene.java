package io.iamplane.governance.request;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.restassured.response.ValidatableResponse;

/**
 * A tenant with a role {@code helper} that needs two approvals, and accounts that ask and approve.
 */
final class RequestScene {

  static final String ASK = "{'role_key': 'helper', 'justification': 'Stocktaking'%s}";

  final AdminTenant admin;
  final Account asker;
  final Account lead;
  final Account security;
  private final TestPlatform platform;

  record Account(AdminTenant api, String name, IssuedClient client) {}

  RequestScene(TestPlatform platform) {
    this.platform = platform;
    admin = new AdminTenant(platform);
    admin.apply("warehouse", AdminTenant.WAREHOUSE);
    role("asking", "'permissions': ['iam:access_request.use']");
    role("reviewing", "'permissions': ['iam:access_request.review']");
    role("security", "");
    admin.made("groups", "{'key': 'leads', 'name': 'Leads'}");
    asker = account("asking");
    lead = account("reviewing");
    security = account("reviewing");
    join("leads", lead);
    grant(security, "security");
    role("helper", requestable("'warehouse:clerk'"));
  }

  static String requestable(String included) {
    return "'includes': [%s], 'self_requestable': true, 'request': {'max_duration': 'P30D',"
            .formatted(included)
        + " 'approval_steps': [{'approver_type': 'group', 'approver_ref': 'leads'},"
        + " {'approver_type': 'role', 'approver_ref': 'security'}]}";
  }

  void role(String key, String members) {
    String more = members.isEmpty() ? "" : ", " + members;
    admin
        .post("roles", "{'key': '%1$s', 'label': '%1$s'%2$s}".formatted(key, more))
        .statusCode(201);
  }

  Account account(String role) {
    return account(platform.clientWithoutRights(admin.organization()), role);
  }

  private Account account(IssuedClient client, String role) {
    Account account =
        new Account(admin.as(platform.token(client)), platform.subject(client).toString(), client);
    grant(account, role);
    return account;
  }

  /** An account controlled by the maker of its secret. */
  Account madeBy(AdminTenant maker, String role) {
    return account(maker.machine(), role);
  }

  String grant(Account to, String role) {
    return admin.made(
        "grants",
        "{'subject': '%s', 'privilege_type': 'role', 'privilege_key': '%s'}"
            .formatted(to.name(), role));
  }

  void join(String group, Account member) {
    admin
        .post(
            "groups/" + group + "/members",
            "{'member_type': 'service_account', 'member_id': '%s'}"
                .formatted(member.name().split(":")[1]))
        .statusCode(201);
  }

  String asked() {
    return asker.api().made("access-requests", ASK.formatted(""));
  }

  static ValidatableResponse decide(Account by, String request, String verb) {
    return by.api().post("access-requests/" + request + "/" + verb, "{'note': 'For July'}");
  }

  boolean mayRead() {
    return admin.allows(asker.name(), "warehouse:stock.read");
  }
}
