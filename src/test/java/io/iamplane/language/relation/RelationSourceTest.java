package io.iamplane.language.relation;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.language.relation.RelationSource.Sign;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RelationSourceTest {

  private static final RelationModel MODEL =
      model(
          Map.of(
              "team",
              Map.of("relations", Map.of("member", "user | team#member")),
              "area",
              Map.of(
                  "relations",
                  Map.of("keeper", "user | team#member", "banned", "user", "area", "area"),
                  "permissions",
                  Map.of("may", "(keeper | area->may) - banned", "not_banned", "keeper - banned")),
              "site",
              Map.of(
                  "relations",
                  Map.of("keeper", "user", "area", "area", "watcher", "user", "fired", "user"),
                  "permissions",
                  Map.of(
                      "close", "(keeper & area->may) - fired",
                      "twice", "keeper - (keeper - fired)",
                      "watch", "watcher"))));

  private static RelationModel model(Map<String, ?> types) {
    RelationModel.Parsed parsed = RelationModel.parse(types);
    assertThat(parsed.faults()).isEmpty();
    return Objects.requireNonNull(parsed.model());
  }

  private static Set<RelationSource> sources(RelationModel model, String type, String name) {
    return new RelationPaths(model)
        .of(type, name).stream().map(RelationLink::source).collect(Collectors.toSet());
  }

  private static List<String> of(String type, String name) {
    return sources(MODEL, type, name).stream()
        .map(source ->
            (source.sign() == Sign.GIVES ? "+" : "-") + source.type() + "." + source.relation())
        .sorted()
        .toList();
  }

  @Test
  void aRelationBearsOnItself() {
    assertThat(of("site", "watcher")).containsExactly("+site.watcher");
    assertThat(of("site", "watch")).containsExactly("+site.watcher");
  }

  @Test
  void theUsersetsOfARelationBearOnIt() {
    assertThat(of("area", "keeper")).containsExactly("+area.keeper", "+team.member");
  }

  @Test
  void whatIsExcludedTakesThroughParentsToo() {
    assertThat(of("site", "close"))
        .containsExactly(
            "+area.area",
            "+area.keeper",
            "+site.area",
            "+site.keeper",
            "+team.member",
            "-area.banned",
            "-site.fired");
  }

  @Test
  void whatIsExcludedFromAnExclusionGives() {
    assertThat(of("site", "twice")).containsExactly("+site.fired", "+site.keeper", "-site.keeper");
  }

  @Test
  void whoHasAUsersetOnTheWayIsAskedForTheName() {
    RelationModel model =
        model(
            Map.of(
                "user",
                Map.of("relations", Map.of("manager", "user | service_account")),
                "project",
                Map.of("relations", Map.of("owner", "user", "manager", "user")),
                "team",
                Map.of("relations", Map.of("project", "project")),
                "doc",
                Map.of(
                    "relations",
                    Map.of("viewer", "group#member", "of", "team#project"),
                    "permissions",
                    Map.of("approve", "viewer->manager", "own", "of->owner"))));
    assertThat(sources(model, "doc", "approve"))
        .contains(
            new RelationSource("user", "manager", Sign.GIVES),
            RelationSource.ofMembers(Sign.GIVES));
    assertThat(sources(model, "doc", "own"))
        .contains(
            new RelationSource("team", "project", Sign.GIVES),
            new RelationSource("project", "owner", Sign.GIVES));
  }

  @Test
  void theMembersOfAGroupThatIsAResourceAreASource() {
    RelationModel model =
        model(
            Map.of(
                "group",
                Map.of(
                    "relations",
                    Map.of("member", "user", "manager", "user"),
                    "permissions",
                    Map.of("approve", "manager - member"))));
    assertThat(sources(model, "group", "approve"))
        .containsExactlyInAnyOrder(
            RelationSource.ofMembers(Sign.TAKES),
            new RelationSource("group", "manager", Sign.GIVES));
  }

  @Test
  void whatIsNotDeclaredHasNoSources() {
    assertThat(of("site", "nothing")).isEmpty();
    assertThat(of("nothing", "keeper")).isEmpty();
  }

  @Test
  void aChainOfAsManyNamesAsATypeMayHaveIsFollowed() {
    Map<String, Object> permissions = new java.util.TreeMap<>();
    permissions.put("p0", "keeper");
    for (int i = 1; i < 200; i++) {
      permissions.put("p" + i, "p" + (i - 1));
    }
    RelationModel chain =
        model(
            Map.of(
                "site", Map.of("relations", Map.of("keeper", "user"), "permissions", permissions)));
    assertThat(sources(chain, "site", "p199"))
        .containsExactly(new RelationSource("site", "keeper", Sign.GIVES));
  }
}
