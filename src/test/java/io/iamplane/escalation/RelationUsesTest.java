package io.iamplane.escalation;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.escalation.RelationUses.Budget;
import io.iamplane.escalation.RelationUses.Use;
import io.iamplane.grant.relation.RelationKind;
import io.iamplane.language.relation.RelationModel;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The relations that a name may rest on: too many rather than too few. */
class RelationUsesTest {

  private static final RelationModel MODEL =
      model(
          Map.of(
              "user",
              Map.of("relations", Map.of("manager", "user | service_account")),
              "team",
              Map.of("relations", Map.of("member", "user | team#member")),
              "area",
              Map.of(
                  "relations",
                  Map.of("keeper", "user | user:*", "banned", "user", "area", "area"),
                  "permissions",
                  Map.of("may", "(keeper | area->may) - banned")),
              "group",
              Map.of(
                  "relations",
                  Map.of("member", "user", "lead", "user"),
                  "permissions",
                  Map.of("meet", "member->manager", "led", "lead - member")),
              "doc",
              Map.of(
                  "relations",
                  Map.of(
                      "submitter", "user | team#member | group#member | user:*",
                      "reader", "user | team#member | group#member",
                      "blocked", "user",
                      "crew", "group",
                      "area", "area"),
                  "permissions",
                  Map.of(
                      "approve", "submitter->manager",
                      "read", "reader - blocked->manager",
                      "twice", "reader - (reader - blocked)",
                      "join", "crew->member",
                      "keep", "area->may",
                      "close", "area.all(keeper)"))));

  private static RelationModel model(Map<String, ?> types) {
    RelationModel.Parsed parsed = RelationModel.parse(types);
    assertThat(parsed.faults()).isEmpty();
    return Objects.requireNonNull(parsed.model());
  }

  private static RelationUses uses(RelationModel model, String type, String name) {
    return new RelationUses(model, type, name, new Budget(100_000));
  }

  private static List<String> of(String type, String name) {
    return texts(uses(MODEL, type, name));
  }

  private static List<String> texts(RelationUses uses) {
    Stream<String> members = uses.ofMembers().stream().map(use -> text("members", use));
    return Stream.concat(
            members,
            uses.kinds().stream()
                .flatMap(kind ->
                    uses.of(List.of(kind)).stream()
                        .map(use -> text(kind.objectType() + "." + kind.relation(), use))))
        .sorted()
        .toList();
  }

  private static String text(String kind, Use use) {
    return (use.takes() ? "-" : "+") + kind + (use.direct() ? "" : " through");
  }

  @Test
  void aRelationBearsOnItselfAndGivesToItsSubject() {
    assertThat(of("doc", "blocked")).containsExactly("+doc.blocked");
    assertThat(of("area", "keeper")).containsExactly("+area.keeper");
  }

  @Test
  void whatAnArrowGoesThroughGivesToThoseBeyond() {
    assertThat(of("doc", "approve"))
        .containsExactly("+doc.submitter through", "+team.member through", "+user.manager");
  }

  @Test
  void aUsersetGivesToItsMembersAndWhatIsExcludedTakes() {
    assertThat(of("doc", "read"))
        .containsExactly("+doc.reader", "+team.member", "-doc.blocked through", "-user.manager");
    assertThat(of("doc", "twice"))
        .containsExactly(
            "+doc.blocked", "+doc.reader", "+team.member", "-doc.reader", "-team.member");
  }

  @Test
  void whatIsExcludedTakesThroughParentsToo() {
    assertThat(of("doc", "keep"))
        .containsExactly("+area.area through", "+area.keeper", "+doc.area through", "-area.banned");
  }

  /** One object more takes from subjects without the name on it, one less gives it back. */
  @Test
  void whereAllCountARelationGivesAndTakes() {
    assertThat(of("doc", "close"))
        .containsExactly("+area.keeper", "+doc.area through", "-doc.area through");
  }

  @Test
  void theMembersOfAGroupThatIsAResourceAreThoseOfEveryGroup() {
    assertThat(of("group", "meet")).containsExactly("+members through", "+user.manager");
    assertThat(of("group", "led")).containsExactly("+group.lead", "-members");
  }

  /** The group's relation counts then, and gives to its members, not to those beyond alone. */
  @Test
  void theMembersOfAGroupThatARelationLeadsToHaveItByThatRelation() {
    assertThat(of("doc", "join")).contains("+doc.crew").noneMatch(use -> use.contains("members"));
  }

  /** The engine reads memberships whatever a model says of groups. */
  @Test
  void aGroupHasMembersAlsoWhereAModelDoesNotDeclareThem() {
    RelationModel model =
        model(
            Map.of(
                "group",
                Map.of("relations", Map.of("lead", "user")),
                "squad",
                Map.of("relations", Map.of("member", "user")),
                "doc",
                Map.of(
                    "relations", Map.of("team", "group | squad"),
                    "permissions", Map.of("approve", "team->member"))));
    assertThat(texts(uses(model, "doc", "approve"))).contains("+doc.team", "+squad.member");
  }

  @Test
  void aMemberGainsWhatMembersHaveOnThemselves() {
    RelationModel model =
        model(
            Map.of(
                "user",
                Map.of("permissions", Map.of("me", "self")),
                "group",
                Map.of(
                    "relations", Map.of("member", "user"),
                    "permissions", Map.of("attend", "member->me"))));
    assertThat(texts(uses(model, "group", "attend"))).contains("+members");
  }

  /** A membership may take what the relation to the group gives, and give what that takes. */
  @Test
  void membersCountByThemselvesWhereAGroupExcludesThem() {
    RelationModel model =
        model(
            Map.of(
                "group",
                Map.of(
                    "relations", Map.of("member", "user", "lead", "user"),
                    "permissions", Map.of("led", "lead - member")),
                "doc",
                Map.of(
                    "relations", Map.of("team", "group", "reader", "user | group#led"),
                    "permissions", Map.of("sign", "team->led", "read", "reader - team->led"))));
    assertThat(texts(uses(model, "doc", "sign"))).contains("-members");
    assertThat(texts(uses(model, "doc", "reader"))).contains("-members");
    assertThat(texts(uses(model, "doc", "read"))).contains("+members", "-members");
  }

  /** The subject of the relation has the name, if everyone has it on themselves. */
  @Test
  void whatIsItsOwnGivesToWhomTheRelationNames() {
    RelationModel model =
        model(
            Map.of(
                "user",
                Map.of(
                    "relations", Map.of("deputy", "user"),
                    "permissions", Map.of("own", "self", "act", "own | deputy")),
                "doc",
                Map.of(
                    "relations", Map.of("author", "user"),
                    "permissions", Map.of("edit", "author->act"))));
    assertThat(texts(uses(model, "doc", "edit"))).contains("+doc.author", "+user.deputy");
    assertThat(uses(model, "user", "act").isOfItself()).isTrue();
    assertThat(uses(model, "doc", "edit").isOfItself()).isFalse();
    assertThat(uses(model, "user", "deputy").isOfItself()).isFalse();
  }

  /** The expression looks at no types: any that has the name counts. */
  @Test
  void anArrowLeadsToItsNameOnAnyType() {
    RelationModel model =
        model(
            Map.of(
                "folder",
                Map.of("relations", Map.of("owner", "user")),
                "project",
                Map.of("relations", Map.of("owner", "user")),
                "doc",
                Map.of(
                    "relations", Map.of("folder", "folder"),
                    "permissions", Map.of("own", "folder->owner"))));
    assertThat(texts(uses(model, "doc", "own")))
        .containsExactly("+doc.folder through", "+folder.owner", "+project.owner");
  }

  @Test
  void whatIsNotDeclaredRestsOnNothing() {
    assertThat(of("doc", "nothing")).isEmpty();
    assertThat(of("nothing", "keeper")).isEmpty();
  }

  @Test
  void aNameIsFollowedOnceHoweverManyWaysLeadToIt() {
    assertThat(texts(new RelationUses(wide(), "site", "p199", new Budget(201))))
        .containsExactly("+site.keeper");
  }

  @Test
  void beyondTheBudgetEveryRelationCountsInEveryWay() {
    Budget budget = new Budget(200);
    RelationUses first = new RelationUses(wide(), "site", "p199", budget);
    RelationUses second = new RelationUses(wide(), "site", "p0", budget);
    for (RelationUses uses : List.of(first, second)) {
      assertThat(texts(uses))
          .contains("+site.keeper", "-site.keeper", "+site.keeper through", "+site.other");
      assertThat(uses.isOfItself()).isTrue();
      assertThat(uses.kinds()).contains(new RelationKind("site", "other"));
    }
  }

  /** Each permission names the two before it, so there are as many ways as a Fibonacci number. */
  private static RelationModel wide() {
    Map<String, Object> permissions = new TreeMap<>(Map.of("p0", "keeper", "p1", "p0"));
    for (int i = 2; i < 200; i++) {
      permissions.put("p" + i, "p" + (i - 1) + " | p" + (i - 2));
    }
    return model(
        Map.of(
            "site",
            Map.of(
                "relations",
                Map.of("keeper", "user", "other", "user"),
                "permissions",
                permissions)));
  }
}
