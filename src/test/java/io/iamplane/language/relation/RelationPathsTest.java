package io.iamplane.language.relation;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.language.relation.RelationSource.Sign;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The relations that a name depends on: those of the subject itself, or of objects on the path. */
class RelationPathsTest {

  private static final RelationModel MODEL =
      model(
          Map.of(
              "user",
              Map.of("relations", Map.of("manager", "user | service_account")),
              "team",
              Map.of("relations", Map.of("member", "user | team#member")),
              "area",
              Map.of("relations", Map.of("keeper", "user | user:*")),
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
                      "area", "area"),
                  "permissions",
                  Map.of(
                      "approve", "submitter->manager",
                      "read", "reader - blocked->manager",
                      "keep", "area->keeper"))));

  private static RelationModel model(Map<String, ?> types) {
    RelationModel.Parsed parsed = RelationModel.parse(types);
    assertThat(parsed.faults()).isEmpty();
    return Objects.requireNonNull(parsed.model());
  }

  private static List<String> of(String type, String name) {
    return new RelationPaths(MODEL)
        .of(type, name).stream().map(RelationPathsTest::text).sorted().toList();
  }

  private static String text(RelationLink link) {
    SubjectType subject = link.subject();
    return text(link.source())
        + "@"
        + (subject == null ? "members" : subject.canonical())
        + (link.direct() ? " direct" : "")
        + (link.ends().isEmpty()
            ? ""
            : " " + link.ends().stream().map(RelationPathsTest::text).sorted().toList());
  }

  private static String text(RelationSource source) {
    return (source.sign() == Sign.GIVES ? "+" : "-") + source.type() + "." + source.relation();
  }

  @Test
  void whatAnArrowGoesThroughGivesToThoseBeyond() {
    assertThat(of("doc", "approve"))
        .containsExactly(
            "+doc.submitter@group#member [+user.manager]",
            "+doc.submitter@team#member [+user.manager]",
            "+doc.submitter@user [+user.manager]",
            "+group.member@members",
            "+team.member@team#member [+user.manager]",
            "+team.member@user [+user.manager]",
            "+user.manager@service_account direct",
            "+user.manager@user direct");
  }

  @Test
  void aUsersetGivesToItsMembersAndWhatIsExcludedThroughAPersonToThoseBeyond() {
    assertThat(of("doc", "read"))
        .containsExactly(
            "+doc.reader@group#member direct",
            "+doc.reader@team#member [+team.member]",
            "+doc.reader@user direct",
            "+team.member@team#member [+team.member]",
            "+team.member@user direct",
            "-doc.blocked@user [-user.manager]",
            "-user.manager@service_account direct",
            "-user.manager@user direct");
  }

  @Test
  void aThingGivesToThoseWhoKeepIt() {
    assertThat(of("doc", "keep"))
        .containsExactly(
            "+area.keeper@user direct",
            "+area.keeper@user:* direct",
            "+doc.area@area [+area.keeper]");
  }

  @Test
  void theMembersOfAGroupThatIsAResourceAreThoseOfEveryGroup() {
    assertThat(of("group", "meet"))
        .containsExactly(
            "+group.member@members",
            "+group.member@members [+user.manager]",
            "+user.manager@service_account direct",
            "+user.manager@user direct");
    assertThat(of("group", "led"))
        .containsExactly("+group.lead@user direct", "-group.member@members direct");
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
                        "permissions",
                            Map.of("own", "self", "act", "own | deputy", "not", "deputy - self")),
                "doc",
                    Map.of(
                        "relations", Map.of("author", "user"),
                        "permissions", Map.of("edit", "author->act", "see", "author->not"))));
    RelationPaths paths = new RelationPaths(model);
    assertThat(paths.of("doc", "edit").stream().map(RelationPathsTest::text))
        .containsExactlyInAnyOrder(
            "+doc.author@user direct [+user.deputy]", "+user.deputy@user direct");
    assertThat(paths.of("doc", "see").stream().map(RelationPathsTest::text))
        .containsExactlyInAnyOrder("+doc.author@user [+user.deputy]", "+user.deputy@user direct");
    assertThat(paths.isOfItself("user", "act")).isTrue();
    assertThat(paths.isOfItself("user", "not")).isFalse();
    assertThat(paths.isOfItself("doc", "edit")).isFalse();
  }

  /** One object more takes from subjects without the name on it, one less gives it back. */
  @Test
  void whereAllCountARelationGivesAndTakes() {
    RelationModel model =
        model(
            Map.of(
                "vault",
                    Map.of(
                        "relations",
                        Map.of("area", "area"),
                        "permissions",
                        Map.of("open", "area.all(keeper)")),
                "area", Map.of("relations", Map.of("keeper", "user"))));
    assertThat(new RelationPaths(model).of("vault", "open").stream().map(RelationPathsTest::text))
        .containsExactlyInAnyOrder(
            "+area.keeper@user direct",
            "+vault.area@area [+area.keeper]",
            "-vault.area@area [+area.keeper]");
  }

  @Test
  void aNameIsFollowedOnceHoweverManyWaysLeadToIt() {
    RelationPaths paths = new RelationPaths(wide());
    assertThat(paths.of("site", "p199")).hasSize(1);
    assertThat(paths.steps()).isLessThanOrEqualTo(2 * 201);
    int first = paths.steps();
    paths.of("site", "p199");
    assertThat(paths.steps()).isEqualTo(2 * first);
  }

  @Test
  void ofAModelThatNeedsMoreStepsEveryRelationCounts() {
    RelationPaths paths = new RelationPaths(wide(), 10);
    Set<RelationLink> links = paths.of("site", "p199");
    assertThat(paths.steps()).isLessThanOrEqualTo(12);
    assertThat(links)
        .anyMatch(link ->
            link.source().equals(new RelationSource("site", "keeper", Sign.GIVES)) && link.direct())
        .anyMatch(link -> link.source().equals(RelationSource.ofMembers(Sign.TAKES)));
    assertThat(paths.of("site", "p0")).isEqualTo(links);
  }

  /** Each permission names the two before it, so there are as many ways as a Fibonacci number. */
  private static RelationModel wide() {
    Map<String, Object> permissions = new TreeMap<>(Map.of("p0", "keeper", "p1", "p0"));
    for (int i = 2; i < 200; i++) {
      permissions.put("p" + i, "p" + (i - 1) + " | p" + (i - 2));
    }
    return model(
        Map.of("site", Map.of("relations", Map.of("keeper", "user"), "permissions", permissions)));
  }
}
