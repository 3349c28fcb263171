package io.iamplane.grant.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.catalog.manifest.ManifestInstaller;
import io.iamplane.change.Changes;
import io.iamplane.cli.Commands;
import io.iamplane.directory.group.GroupService;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.user.UserService;
import io.iamplane.grant.relation.Relation;
import io.iamplane.grant.relation.RelationCondition;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.testing.Manifests;
import io.iamplane.testing.TestDatabase;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code iam:relations:import}, with good files and with bad ones. */
@QuarkusTest
class ImportCommandDbTest {

  @Inject Commands commands;
  @Inject ManifestInstaller manifests;
  @Inject UserService users;
  @Inject GroupService groups;
  @Inject RelationService relations;
  @Inject Changes changes;
  @Inject TestPlatform platform;
  @TempDir Path directory;

  private Organization tenant;

  @BeforeEach
  void tenantWithAModel() {
    tenant = platform.tenant();
    manifests.apply(
        platform.command(),
        tenant.id(),
        Manifests.parse(
            """
            {"schema": "iam.manifest.v2", "app": {"key": "docs", "name": "Docs"},
             "conditions": {"limit": {
               "parameters": {"amount": "double", "max": "double"}, "expression": "amount <= max"}},
             "types": {"doc": {"relations": {
               "viewer": "user | user:* | group#member", "payer": "user:* with limit"}}}}
            """));
  }

  @Test
  void objectsBecomeEntriesAndRelationsRelations() throws IOException {
    String file =
        """
        {"objects": [
           {"type": "user", "id": "ann", "display_name": "Ann", "properties": {"level": 3}},
           {"type": "group", "id": "staff"},
           {"type": "service_account", "id": "robot", "properties": null},
           {"type": "doc", "id": "d1", "display_name": "", "properties": {}}],
         "relations": [
           {"object_type": "group", "object_id": "staff", "relation": "member",
            "subject_type": "user", "subject_id": "ann"},
           {"object_type": "doc", "object_id": "d1", "relation": "viewer",
            "subject_type": "group", "subject_id": "staff", "subject_relation": "member"},
           {"object_type": "doc", "object_id": "d1", "relation": "viewer",
            "subject_type": "user", "subject_id": "ann", "subject_relation": "",
            "condition": "subject.level > 2", "valid_until": "2100-01-01T00:00:00Z"}]}
        """;
    Commands.Ended ended = run(file);
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("4 objects and 3 relations");
    assertThat(users.byExternalId(tenant.id(), "ann").orElseThrow().attributes())
        .containsEntry("level", 3);
    assertThat(groups.byExternalId(tenant.id(), "staff")).isPresent();
    List<Relation> written = relations();
    assertThat(written).hasSize(2);
    assertThat(written)
        .as("stored by id")
        .noneMatch(relation -> relation.subject().id().equals("ann"));

    long version = changes.version(tenant.id()).orElseThrow();
    assertThat(run(file).exitCode()).isZero();
    assertThat(changes.version(tenant.id())).as("a second time").hasValue(version);
  }

  @Test
  void aRelationNamesAConditionOfItsModel() throws IOException {
    String file =
        """
        {"relations": [
           {"object_type": "doc", "object_id": "d1", "relation": "payer", "subject_type": "user",
            "subject_id": "*", "named_condition": {"name": "limit", "values": {"max": 9.5}}},
           {"object_type": "doc", "object_id": "d2", "relation": "payer", "subject_type": "user",
            "subject_id": "*", "named_condition": {"name": "limit"}}]}
        """;
    Commands.Ended ended = run(file);
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(relations())
        .extracting(Relation::namedCondition)
        .containsExactlyInAnyOrder(
            new RelationCondition("limit", Map.of("max", 9.5)),
            new RelationCondition("limit", Map.of()));

    long version = changes.version(tenant.id()).orElseThrow();
    assertThat(run(file).exitCode()).isZero();
    assertThat(changes.version(tenant.id())).as("a second time").hasValue(version);

    assertThat(run(file.replace("9.5", "[9.5]")).err())
        .contains("relations[0].named_condition.values.max: must be a double");
    assertThat(run(file.replace("payer", "viewer")).err())
        .contains("the condition limit is not allowed");
  }

  @Test
  void aMembershipNamesNoConditionOfAModel() throws IOException {
    String file =
        """
        {"objects": [{"type": "group", "id": "staff"}],
         "relations": [
           {"object_type": "group", "object_id": "staff", "relation": "member",
            "subject_type": "user", "subject_id": "*", "named_condition": {"name": "limit"}}]}
        """;
    assertThat(run(file).err()).contains("relations[0].named_condition");
  }

  @Test
  void aRelationHoldsInTheYearsThatTheFileSays() throws IOException {
    String file =
        """
        {"relations": [
           {"object_type": "doc", "object_id": "d1", "relation": "viewer", "subject_type": "user",
            "subject_id": "*", "valid_from": "0000-03-15T11:12:13.000001Z",
            "valid_until": "9999-06-07T08:09:10.123456Z"}]}
        """;
    for (int time = 0; time < 2; time++) {
      Commands.Ended ended = run(file);
      assertThat(ended.exitCode()).as(ended.err()).isZero();
      assertThat(relations())
          .singleElement()
          .satisfies(relation -> {
            assertThat(relation.validFrom()).isEqualTo("0000-03-15T11:12:13.000001Z");
            assertThat(relation.validUntil()).isEqualTo("9999-06-07T08:09:10.123456Z");
          });
    }
  }

  @Test
  void aTimeThatNoAnswerCouldSayIsRefused() throws IOException {
    String line =
        """
        {"relations": [
           {"object_type": "doc", "object_id": "d1", "relation": "viewer", "subject_type": "user",
            "subject_id": "*", "valid_until": "%s"}]}
        """;
    for (String time : List.of("-0043-03-15T11:12:13Z", "+12345-06-07T08:09:10Z")) {
      Commands.Ended ended = run(line.formatted(time));
      assertThat(ended.exitCode()).isNotZero();
      assertThat(ended.err())
          .contains("relations[0].valid_until: must have a year from 0000 to 9999");
    }
    assertThat(relations()).isEmpty();
  }

  @Test
  void relationsAreUpdatedAmongNewOnes() throws IOException {
    String line =
        """
        {"object_type": "doc", "object_id": "%s", "relation": "viewer", "subject_type": "user",
         "subject_id": "*", "condition": "%s"}
        """;
    run("{\"relations\": [" + line.formatted("d1", "subject.level > 2") + "]}");
    List<Relation> first = relations();
    String again =
        String.join(
            ",",
            line.formatted("d2", "subject.level > 2"),
            line.formatted("d1", "subject.level > 3"));
    run("{\"relations\": [" + again + "]}");
    assertThat(relations())
        .hasSize(2)
        .anySatisfy(relation -> {
          assertThat(relation.id()).isEqualTo(first.getFirst().id());
          assertThat(relation.condition()).isEqualTo("subject.level > 3");
        });
  }

  @Test
  void whatIsNoFileIsReadOnce() throws Exception {
    Path pipe = directory.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Thread writer =
        Thread.ofPlatform()
            .daemon()
            .start(() -> {
              try {
                Files.writeString(pipe, "{\"objects\": [{\"type\": \"user\", \"id\": \"ann\"}]}");
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    Commands.Ended ended =
        commands.run("iam:relations:import", pipe.toString(), "--organization", tenant.key());
    // Who writes into a pipe waits until somebody reads it.
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(writer.join(Duration.ofSeconds(10))).isTrue();
    assertThat(users.byExternalId(tenant.id(), "ann")).isPresent();
  }

  @Test
  void aSecondImportUpdatesWhatChanged() throws IOException {
    run("{\"objects\": [{\"type\": \"user\", \"id\": \"ann\", \"properties\": {\"level\": 1}}]}");
    run("{\"objects\": [{\"type\": \"user\", \"id\": \"ann\", \"properties\": {\"level\": 2}}]}");
    assertThat(users.byExternalId(tenant.id(), "ann").orElseThrow().attributes())
        .containsEntry("level", 2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[]                                            | line 1, column 1",
        "{\"objects\": {}}                             | line 1, column ",
        "{\"objects\": [}                              | line 1, column ",
        "{\"objects\": []} {}                          | line 1, column ",
        "{\"things\": []}                              | things",
        "{\"objects\": [7]}                            | objects[0]",
        "{\"objects\": [{\"type\": \"doc\"}]}          | objects[0].id",
        "{\"objects\": [{\"type\": 1, \"id\": \"x\"}]} | objects[0].type",
        "{\"objects\": [{\"type\": \"doc\", \"id\": \"x\", \"colour\": 1}]} | objects[0].colour",
        "{\"objects\": [{\"type\": \"doc\", \"id\": \"x\", \"properties\": []}]} |"
            + " objects[0].properties",
        "{\"objects\": [{\"type\": \"doc\", \"id\": \"*\"}]} | objects[0].id",
        "{\"relations\": [{\"object_type\": \"doc\", \"object_id\": \"d\", \"relation\":"
            + " \"viewer\", \"subject_type\": \"user\", \"subject_id\": \"nobody\"}]} |"
            + " relations[0].subject",
        "{\"relations\": [{\"object_type\": \"doc\", \"object_id\": \"d\", \"relation\": \"owner\","
            + " \"subject_type\": \"user\", \"subject_id\": \"*\"}]} | relations[0].relation",
        "{\"relations\": [{\"object_type\": \"doc\", \"object_id\": \"*\", \"relation\":"
            + " \"viewer\", \"subject_type\": \"user\", \"subject_id\": \"*\"}]} |"
            + " relations[0].object",
        "{\"relations\": [{\"object_type\": \"doc\", \"object_id\": \"d\", \"relation\":"
            + " \"viewer\", \"subject_type\": \"user\", \"subject_id\": \"*\", \"condition\": \"1"
            + " +\"}]} | relations[0].condition",
        "{\"relations\": [{\"object_type\": \"doc\", \"object_id\": \"d\", \"relation\":"
            + " \"viewer\", \"subject_type\": \"user\", \"subject_id\": \"*\", \"valid_until\":"
            + " \"soon\"}]} | relations[0].valid_until",
        "{\"relations\": [{\"object_type\": \"group\", \"object_id\": \"none\", \"relation\":"
            + " \"member\", \"subject_type\": \"user\", \"subject_id\": \"*\"}]} |"
            + " relations[0].object_id"
      })
  void aBadFileIsToldByItsPlaceAndChangesNothing(String file, String place) throws IOException {
    long version = changes.version(tenant.id()).orElseThrow();
    Commands.Ended ended = run(file);
    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err()).contains(place).doesNotContain("written: ");
    assertThat(changes.version(tenant.id())).hasValue(version);
  }

  @Test
  void whatIsThereInTheMiddleOfAFileIsLeftAndTheRestIsWritten() throws IOException {
    assertThat(run(relations(2_300, 2_320)).exitCode()).isZero();
    assertThat(run(relations(3_700, 3_720)).exitCode()).isZero();
    List<Relation> before = relations();
    long version = changes.version(tenant.id()).orElseThrow();
    Commands.Ended ended = run(relations(0, 4_500));
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(relations()).hasSize(4_500).containsAll(before);
    assertThat(changes.version(tenant.id())).as("one for each portion").hasValue(version + 5);
    assertThat(run(relations(0, 4_500)).exitCode()).isZero();
    assertThat(changes.version(tenant.id())).as("nothing more").hasValue(version + 5);
  }

  /** A file of relations with objects of these numbers. */
  private static String relations(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(
            "{\"object_type\":\"doc\",\"object_id\":\"d%d\",\"relation\":\"viewer\",\"subject_type\":\"user\",\"subject_id\":\"*\"}"
                ::formatted)
        .collect(Collectors.joining(",", "{\"relations\": [", "]}"));
  }

  @Test
  void theFaultOfALaterPortionKeepsItsPlaceAndTheEarlierPortions() throws IOException {
    StringBuilder file = new StringBuilder("{\"relations\": [");
    for (int i = 0; i < 1_500; i++) {
      String subject = i == 1_200 ? "nobody" : "*";
      file.append(i == 0 ? "" : ",")
          .append(
              "{\"object_type\":\"doc\",\"object_id\":\"d%d\",\"relation\":\"viewer\",\"subject_type\":\"user\",\"subject_id\":\"%s\"}"
                  .formatted(i, subject));
    }
    Commands.Ended ended = run(file.append("]}").toString());
    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err()).contains("relations[1200].subject");
    int written = relations().size();
    assertThat(written).as("whole portions before the fault").isBetween(1, 1_200);
    assertThat(ended.err())
        .as("and says how many")
        .contains(
            ("written: 0 of 0 objects, %d of 1500 relations; to continue, resolve the cause and"
                    + " import the file again")
                .formatted(written));
    Commands.Ended repeated = run(file.toString().replace("nobody", "*"));
    assertThat(repeated.exitCode()).as(repeated.err()).isZero();
    assertThat(relations()).hasSize(1_500);
  }

  @Test
  void whereTheCommitOfTheFirstPortionIsLostNothingIsSaidOfIt() throws IOException {
    AtomicBoolean isWritten = new AtomicBoolean();
    TestDatabase.proxy()
        .cutAfter(statement -> {
          isWritten.compareAndSet(false, statement.contains("INSERT INTO iam_relations"));
          return isWritten.get() && statement.equals("COMMIT");
        });
    Commands.Ended ended;
    try {
      ended = run(relations(0, 3));
    } finally {
      TestDatabase.proxy().cutNothing();
    }
    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(3);
    assertThat(ended.err())
        .contains("the last portion may or may not have been written")
        .contains("written: 0 of 0 objects, 0 of 3 relations; to continue, resolve the cause and")
        .doesNotContain("nothing was written");
    assertThat(relations()).as("the database had it").hasSize(3);
  }

  @Test
  void aFileThatIsNotThereAndAnUnknownOrganizationAreWrongUsage() {
    String nowhere = directory.resolve("nowhere.json").toString();
    assertThat(commands.run("iam:relations:import", nowhere, "--organization", tenant.key()))
        .satisfies(ended -> {
          assertThat(ended.exitCode()).isEqualTo(2);
          assertThat(ended.err()).contains("no such file");
        });
    assertThat(commands.run("iam:relations:import", nowhere, "--organization", "nobody"))
        .satisfies(ended -> {
          assertThat(ended.exitCode()).isEqualTo(2);
          assertThat(ended.err()).contains("no organization 'nobody'");
        });
  }

  private List<Relation> relations() {
    List<Relation> all = new ArrayList<>();
    relations.forEach(tenant.id(), all::add);
    return all;
  }

  private Commands.Ended run(String content) throws IOException {
    Path file = Files.writeString(directory.resolve("file.json"), content);
    return commands.run("iam:relations:import", file.toString(), "--organization", tenant.key());
  }
}
