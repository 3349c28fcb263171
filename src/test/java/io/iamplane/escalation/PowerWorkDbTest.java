package io.iamplane.escalation;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.change.Recording;
import io.iamplane.directory.group.GroupId;
import io.iamplane.grant.NewGrant;
import io.iamplane.grant.relation.NewRelation;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The cost of a guard's judgement, in queries and in steps, while others wait for the lock. */
@QuarkusTest
class PowerWorkDbTest {

  private static final int MANY = 200;

  @Inject PowerWorld world;
  @Inject Judgements judgements;
  @Inject RelationService relations;

  private final List<SubjectRef> accounts = new ArrayList<>();

  @Test
  void theHandIsAskedForOnceHoweverManyRelationsAChangeHas() {
    OrganizationId tenant = world.tenant();
    world.operator(tenant, this::makeAccounts);
    judge(
        tenant,
        judgement -> {
          RelationRights rights = new RelationRights(judgement, relations);
          judgement.hand().learn(accounts);
          for (SubjectRef account : accounts) {
            judgement.gain(account);
            rights.bounds().forEach(rights::mayEnd);
          }
          assertThat(rights.bounds()).hasSize(4);
          assertThat(judgement.hand().questions()).isLessThanOrEqualTo(3);
          assertThat(rights.questions()).isEqualTo(1);
        });
  }

  @Test
  void aSubjectIsAskedForOnceHoweverManyNamesDependOnRelations() {
    OrganizationId tenant = world.tenant();
    world.operator(tenant, this::makeAccounts);
    judge(
        tenant,
        judgement -> {
          RelationRights rights = new RelationRights(judgement, relations);
          rights.bounds().forEach(bound -> rights.uses(bound, accounts.getFirst()));
          rights.bounds().forEach(bound -> rights.mayHold(bound, accounts.getFirst()));
          assertThat(rights.questions()).isEqualTo(1);
        });
  }

  @Test
  void whatTheAccountsOfAHandShareIsWalkedOnce() {
    OrganizationId tenant = world.tenant();
    world.operator(tenant, this::makeAccounts);
    SubjectRef[] group = new SubjectRef[1];
    world.operator(
        tenant,
        recording -> {
          group[0] = world.group(recording, "shared");
          for (int i = 0; i < MANY; i++) {
            world.grants.create(
                recording,
                PowerWorld.privilege(group[0], "shop:hot.run")
                    .on(new SubjectRef("site", "s" + i))
                    .build());
          }
          accounts.forEach(account ->
              world.groups.addMember(
                  recording,
                  GroupId.parse(group[0].id()).orElseThrow(),
                  account,
                  null,
                  null,
                  null));
        });
    judge(
        tenant,
        judgement -> {
          judgement.reader().of(accounts);
          judgement.reader().denied(accounts);
          assertThat(judgement.reader().steps())
              .as("two walks over the memberships and grants, and the rights of the permits")
              .isEqualTo(2L * (accounts.size() + MANY + 1) + MANY + 1);
        });
  }

  @Test
  void aGroupIsVisitedOnceOnHoweverManyTermsItsMembersAre() {
    OrganizationId tenant = world.tenant();
    SubjectRef[] made = new SubjectRef[1];
    world.operator(
        tenant,
        recording -> {
          made[0] = world.account(recording, "member");
          SubjectRef shared = world.group(recording, "shared");
          for (int i = 0; i < 5; i++) {
            SubjectRef between = world.group(recording, "between-" + i);
            world.groups.addMember(
                recording,
                GroupId.parse(between.id()).orElseThrow(),
                made[0],
                "context.c%d == true".formatted(i),
                null,
                null);
            world.groups.addMember(
                recording, GroupId.parse(shared.id()).orElseThrow(), between, null, null, null);
          }
          for (int i = 0; i < 10; i++) {
            world.grants.create(
                recording,
                PowerWorld.privilege(shared, "shop:hot.run")
                    .on(new SubjectRef("site", "s" + i))
                    .build());
          }
        });
    judge(
        tenant,
        judgement -> {
          judgement.reader().of(List.of(made[0]));
          assertThat(judgement.reader().steps())
              .as("ten memberships, ten grants and their rights")
              .isEqualTo(10 + 10 + 10);
        });
  }

  @Test
  void theCallerIsWalkedOnceForHoweverManyEnds() {
    OrganizationId tenant = world.tenant();
    world.operator(tenant, this::makeAccounts);
    SubjectRef[] group = new SubjectRef[1];
    world.operator(
        tenant,
        recording -> {
          group[0] = world.group(recording, "ending");
          for (int i = 1; i <= MANY; i++) {
            world.grants.create(
                recording,
                PowerWorld.privilege(group[0], "shop:hot.run")
                    .between(null, recording.at().plusSeconds(i * 3_600L))
                    .build());
          }
          world.grants.create(
              recording, PowerWorld.privilege(accounts.getFirst(), "shop:hot.run").build());
        });
    judge(
        tenant,
        judgement -> {
          judgement.requireGiven(judgement.reader().own(group[0]), accounts.getLast());
          assertThat(judgement.reader().steps())
              .as("the grants and rights of the group, and few of the caller")
              .isLessThan(2L * MANY + 50);
        });
  }

  @Test
  void relationsOfOtherKindsCountForNothing() {
    OrganizationId tenant = world.tenant();
    SubjectRef[] made = new SubjectRef[1];
    world.operator(tenant, recording -> made[0] = world.account(recording, "busy"));
    for (int batch = 0; batch < 2; batch++) {
      int first = batch * 600;
      world.operator(
          tenant,
          recording -> {
            List<NewRelation> many = new ArrayList<>();
            for (int i = first; i < first + 600; i++) {
              many.add(
                  NewRelation.of(
                      made[0], null, "seen", new SubjectRef("site", Integer.toString(i))));
            }
            relations.write(recording, many);
          });
    }
    judge(
        tenant,
        judgement -> {
          RelationRights rights = new RelationRights(judgement, relations);
          assertThat(rights.bounds())
              .isNotEmpty()
              .noneMatch(bound -> rights.mayHold(bound, made[0]));
        });
  }

  private void makeAccounts(Recording recording) {
    for (int i = 0; i < MANY; i++) {
      accounts.add(world.account(recording, "account " + i));
    }
    world.grants.create(
        recording, NewGrant.permission(accounts.getFirst(), "iam:relations.manage").build());
  }

  /** Judges inside a change, where the policy that it starts from is there. */
  private void judge(OrganizationId tenant, Consumer<Judgement> judge) {
    SubjectRef caller =
        accounts.isEmpty()
            ? new SubjectRef(SubjectRef.SERVICE_ACCOUNT, "none")
            : accounts.getFirst();
    world.operator(
        tenant,
        recording ->
            judgements.judge(
                tenant,
                new Caller(
                    tenant,
                    false,
                    caller,
                    "client",
                    Aal.AAL1,
                    new Caller.Origin("work", null, null)),
                recording.at(),
                judge));
  }
}
