package io.iamplane.escalation;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.directory.account.ServiceAccountService;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.grant.GrantId;
import io.iamplane.grant.GrantService;
import io.iamplane.grant.NewGrant;
import io.iamplane.grant.relation.NewRelation;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.shared.ServiceAccountId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import jakarta.enterprise.context.Dependent;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A tenant with one administrator, and with accounts of fewer rights, given by an operator. */
@Dependent
class GuardedTenant {

  private final TestPlatform platform;
  private final Changes changes;
  private final GrantService grants;
  private final RelationService relations;
  private final ServiceAccountService accounts;
  private @Nullable AdminTenant tenant;

  GuardedTenant(
      TestPlatform platform,
      Changes changes,
      GrantService grants,
      RelationService relations,
      ServiceAccountService accounts) {
    this.relations = relations;
    this.platform = platform;
    this.accounts = accounts;
    this.changes = changes;
    this.grants = grants;
  }

  /** Made on first use, when the application answers. */
  AdminTenant tenant() {
    AdminTenant present = tenant;
    if (present == null) {
      present = new AdminTenant(platform);
      tenant = present;
    }
    return present;
  }

  /** The administrator as a subject. */
  String administrator() {
    return platform.subject(tenant().administrator()).toString();
  }

  String account(IssuedClient client) {
    return platform.subject(client).id();
  }

  AdminTenant as(IssuedClient client) {
    return tenant().as(platform.token(client));
  }

  /** A machine that holds these permissions and nothing else. */
  IssuedClient holder(String... permissions) {
    IssuedClient client = platform.clientWithoutRights(tenant().organization());
    for (String permission : permissions) {
      changes.record(
          Change.policy(
              platform.command(),
              tenant().organization().id(),
              recording ->
                  grants.create(
                      recording,
                      NewGrant.permission(platform.subject(client), permission).build())));
    }
    return client;
  }

  /** A machine that has a role on terms, by an operator. */
  IssuedClient limited(String role, @Nullable String condition, @Nullable Instant until) {
    IssuedClient client = platform.clientWithoutRights(tenant().organization());
    changes.record(
        Change.policy(
            platform.command(),
            tenant().organization().id(),
            recording ->
                grants.create(
                    recording,
                    NewGrant.role(platform.subject(client), role)
                        .when(condition)
                        .between(null, until)
                        .build())));
    return client;
  }

  /** Gives a machine an attribute, by an operator. */
  void attributes(IssuedClient client, String name, Object value) {
    changes.record(
        Change.policy(
            platform.command(),
            tenant().organization().id(),
            recording ->
                accounts.update(
                    recording,
                    ServiceAccountId.parse(account(client)).orElseThrow(),
                    "test",
                    Map.of(name, value))));
  }

  /** A grant without any limits; its id. */
  String grant(String subject, String privilegeType, String privilege, String effect) {
    return tenant()
        .made(
            "grants",
            "{'subject': '%s', 'privilege_type': '%s', 'privilege_key': '%s', 'effect': '%s'}"
                .formatted(subject, privilegeType, privilege, effect));
  }

  /** A role given by an operator: an administrator cannot give it to itself. */
  void given(String subject, String role) {
    changes.record(
        Change.policy(
            platform.command(),
            tenant().organization().id(),
            recording ->
                grants.create(
                    recording,
                    NewGrant.role(SubjectRef.parse(subject).orElseThrow(), role).build())));
  }

  /** A relation on a condition, by an operator. */
  void related(SubjectRef subject, String relation, SubjectRef object, @Nullable String condition) {
    changes.record(
        Change.policy(
            platform.command(),
            tenant().organization().id(),
            recording -> {
              relations.write(
                  recording,
                  List.of(
                      new NewRelation(
                          subject, null, relation, object, condition, null, null, null)));
              return true;
            }));
  }

  /** Suspends a grant. */
  void suspend(String grant) {
    changes.record(
        Change.policy(
            platform.command(),
            tenant().organization().id(),
            recording -> grants.suspend(recording, GrantId.parse(grant).orElseThrow())));
  }

  /** A group; its subject. */
  String group(String key) {
    tenant().post("groups", "{'key': '%1$s', 'name': '%1$s'}".formatted(key)).statusCode(201);
    return "group:" + tenant().get("groups/" + key).extract().<String>path("data.id");
  }

  /** The body that makes a subject a member. */
  static String member(String subject) {
    String[] parts = subject.split(":", 2);
    return "{'member_type': '%s', 'member_id': '%s'}".formatted(parts[0], parts[1]);
  }

  /** The path that removes a subject from a group. */
  static String membership(String group, String subject) {
    String[] parts = subject.split(":", 2);
    return "groups/%s/members?member_type=%s&member_id=%s".formatted(group, parts[0], parts[1]);
  }

  void role(String key, String rest) {
    tenant()
        .post("roles", "{'key': '%1$s', 'label': '%1$s'%2$s}".formatted(key, rest))
        .statusCode(201);
  }
}
