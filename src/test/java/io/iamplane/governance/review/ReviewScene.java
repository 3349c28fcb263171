package io.iamplane.governance.review;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.AnswerJson;
import io.iamplane.testing.TestPlatform;
import io.restassured.response.ValidatableResponse;
import java.util.ArrayList;
import java.util.List;

/** A tenant with three people, a warehouse, and a reviewer without any permission. */
final class ReviewScene {

  static final String CAMPAIGNS = "access-reviews/campaigns";
  static final String NEVER = "2199-01-01T00:00:00Z";

  final AdminTenant admin;
  final AdminTenant reviewer;
  final String reviewerName;
  private final TestPlatform platform;
  private final IssuedClient client;

  ReviewScene(TestPlatform platform) {
    this.platform = platform;
    admin = new AdminTenant(platform);
    admin.apply("warehouse", AdminTenant.WAREHOUSE);
    for (String name : List.of("ann", "bob", "cas")) {
      admin.made("users", "{'name': '%1$s', 'external_id': '%1$s'}".formatted(name));
    }
    client = platform.clientWithoutRights(admin.organization());
    reviewer = admin.as(platform.token(client));
    reviewerName = platform.subject(client).toString();
  }

  /** Suspends the reviewer's account. */
  void suspendReviewer() {
    platform.suspend(admin.organization(), client);
  }

  /** Another account without permissions. */
  Account account() {
    return account(platform.clientWithoutRights(admin.organization()));
  }

  /** An account that the administrator controls, as the creator of its secret. */
  Account puppet() {
    return account(admin.machine());
  }

  private Account account(IssuedClient of) {
    return new Account(admin.as(platform.token(of)), platform.subject(of).toString());
  }

  record Account(AdminTenant api, String name) {}

  String grant(String subject, String role) {
    return admin.made(
        "grants",
        "{'subject': '%s', 'privilege_type': 'role', 'privilege_key': '%s'}"
            .formatted(subject, role));
  }

  /** A draft that the reviewer reviews, about the warehouse. */
  String draft(String onUnconfirmed, String more) {
    return draft(reviewerName, onUnconfirmed, more);
  }

  String draft(String by, String onUnconfirmed, String more) {
    return admin.made(
        CAMPAIGNS,
        """
        {'name': 'Autumn', 'scope_json': {'application_keys': ['warehouse']},
         'reviewer_strategy': 'named', 'reviewer': '%s', 'on_unconfirmed': '%s',
         'due_at': '%s' %s}
        """
            .formatted(by, onUnconfirmed, NEVER, more));
  }

  String opened(String onUnconfirmed, String more) {
    String id = draft(onUnconfirmed, more);
    open(id).statusCode(200);
    return id;
  }

  ValidatableResponse open(String campaign) {
    return admin.post(CAMPAIGNS + "/" + campaign + "/open");
  }

  ValidatableResponse close(String campaign, boolean confirmed) {
    return admin.post(
        CAMPAIGNS + "/" + campaign + "/close", "{'confirmed': %s}".formatted(confirmed));
  }

  ValidatableResponse campaign(String campaign) {
    return admin.get(CAMPAIGNS + "/" + campaign);
  }

  /** The item of a grant. */
  String item(String campaign, String grant) {
    for (var item :
        AnswerJson.at(
            admin.get(CAMPAIGNS + "/" + campaign + "/items?limit=100").statusCode(200), "/data")) {
      if (item.path("grant_id").asText().equals(grant)) {
        return item.path("id").asText();
      }
    }
    throw new AssertionError("no item of the grant " + grant);
  }

  /** The outcome of a grant. */
  String outcome(String campaign, String grant) {
    List<String> found = new ArrayList<>();
    for (var item :
        AnswerJson.at(
            admin.get(CAMPAIGNS + "/" + campaign + "/items?limit=100").statusCode(200), "/data")) {
      if (item.path("grant_id").asText().equals(grant)) {
        found.add(item.path("outcome").asText());
      }
    }
    return String.join(",", found);
  }

  String status(String grant) {
    return AnswerJson.text(admin.get("grants/" + grant).statusCode(200), "/data/status");
  }

  static ValidatableResponse decide(AdminTenant as, String item, String verb, String body) {
    return as.post("access-reviews/items/" + item + "/" + verb, body);
  }
}
