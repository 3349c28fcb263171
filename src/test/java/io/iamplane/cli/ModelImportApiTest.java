package io.iamplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.directory.organization.Organization;
import io.iamplane.shared.Secret;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Follows the guide from its own file to the first correct answer. */
@QuarkusTest
class ModelImportApiTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Inject Commands commands;
  @Inject TestPlatform platform;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "openfga; store.fga.yaml; ; user:bob viewer document:plan; user:cem viewer document:plan",
        "spicedb; docs.yaml; ; user:ann view document:plan; user:dan view document:open",
        "topaz; manifest.yaml; relations.json; user:ann can_read doc:plan; user:bob can_read"
            + " doc:plan"
      })
  void guidesLeadToTheRightAnswers(
      String system, String model, String relations, String allowed, String denied)
      throws IOException {
    Organization tenant = platform.tenant();
    String file = file(system, model).toString();
    String[] arguments = {
      "iam:model:import",
      "--from",
      system,
      file,
      "--application",
      "moved",
      "--json",
      "--organization",
      tenant.key(),
      relations == null
          ? "--relations=" + folder.resolve("none.json")
          : "--relations=" + file(system, relations)
    };
    Files.writeString(folder.resolve("none.json"), "[]");
    if (system.equals("spicedb")) {
      arguments[arguments.length - 1] =
          "--relations=" + Files.writeString(folder.resolve("n.txt"), "");
    }

    Commands.Ended first = commands.run(arguments);

    assertThat(first.exitCode()).as(first.err()).isZero();
    JsonNode view = JSON.readTree(first.out());
    assertThat(view.get("applied").asBoolean()).isTrue();
    assertThat(decision(token(view), allowed)).isTrue();
    assertThat(decision(token(view), denied)).isFalse();

    Commands.Ended second = commands.run(arguments);
    assertThat(second.exitCode()).as(second.err()).isZero();
    assertThat(JSON.readTree(second.out()).get("client_id").isNull()).isTrue();
  }

  @Test
  void lossesChangeNothingUnlessTheyAreAccepted() throws IOException {
    Organization tenant = platform.tenant();
    Path file =
        Files.writeString(
            folder.resolve("lossy.zed"),
            """
            definition user {}
            definition team { relation member: user; permission go = member }
            definition doc {
              relation team: team#member | team#go
              permission view = team.all(go)
            }
            """);
    String[] arguments = {
      "iam:model:import", "--from", "spicedb", file.toString(), "--organization", tenant.key()
    };

    Commands.Ended refused = commands.run(arguments);
    assertThat(refused.exitCode()).isEqualTo(ExitCode.FINDING);
    assertThat(refused.out()).contains("lossy.zed:5:21: not converted: part of 'view'");
    assertThat(refused.err()).isEqualTo("iam: " + tenant.key() + " was not changed\n");

    String[] accepting = Arrays.copyOf(arguments, arguments.length + 1);
    accepting[arguments.length] = "--accept-losses";
    Commands.Ended accepted = commands.run(accepting);
    assertThat(accepted.exitCode()).as(accepted.err()).isZero();
    assertThat(accepted.out()).contains("applied to " + tenant.key(), "client_secret");
  }

  /** Relations are the tenant's: those of one application would count in the other. */
  @Test
  void aTypeOfAnotherApplicationIsRefused() throws IOException {
    Organization tenant = platform.tenant();
    for (String name : new String[] {"wiki", "docs"}) {
      Files.writeString(
          folder.resolve(name + ".zed"),
          """
          definition user {}
          definition document { relation owner: user; permission view = owner }
          """);
      Files.writeString(folder.resolve(name + ".txt"), "document:1#owner@user:of_" + name + "\n");
    }
    JsonNode wiki = JSON.readTree(imported(tenant, "wiki", "--json").out());

    Commands.Ended refused = imported(tenant, "docs");

    assertThat(refused.exitCode()).isEqualTo(ExitCode.FINDING);
    assertThat(refused.err())
        .isEqualTo(
            """
            iam: type 'document' already belongs to application 'wiki'
            iam: relations of type 'document' already exist, and do not belong to this application
            iam: relations of such a type apply in every application that has the type; use --prefix docs_ for separate types, or --share-types if the type means the same objects everywhere
            """);
    JsonNode docs = JSON.readTree(imported(tenant, "docs", "--prefix=docs_", "--json").out());
    assertThat(docs.get("report"))
        .singleElement()
        .extracting(JsonNode::asText)
        .asString()
        .endsWith("docs.zed:2:12: note: type 'document' is renamed to 'docs_document'");
    assertThat(decision(token(wiki), "user:of_wiki view document:1")).isTrue();
    assertThat(decision(token(wiki), "user:of_docs view document:1")).isFalse();
    assertThat(decision(token(docs), "user:of_docs view docs_document:1")).isTrue();
    assertThat(decision(token(docs), "user:of_wiki view docs_document:1")).isFalse();

    // What was brought before stays stored, though no model has its type any more.
    assertThat(imported(tenant, "wiki", "--prefix=wiki_").exitCode()).isZero();
    Commands.Ended left = imported(tenant, "docs");
    assertThat(left.exitCode()).isEqualTo(ExitCode.FINDING);
    assertThat(left.err())
        .startsWith(
            "iam: relations of type 'document' already exist, and do not belong to this"
                + " application");

    Commands.Ended shared = imported(tenant, "docs", "--share-types");
    assertThat(shared.exitCode()).as(shared.err()).isZero();
    assertThat(decision(token(docs), "user:of_wiki view document:1")).isTrue();
    assertThat(imported(tenant, "docs", "--prefix=1").err())
        .contains("--prefix must be a valid start of a type name");
  }

  private Commands.Ended imported(Organization tenant, String name, String... more) {
    String[] arguments = {
      "iam:model:import",
      "--from=spicedb",
      folder.resolve(name + ".zed").toString(),
      "--relations=" + folder.resolve(name + ".txt"),
      "--organization=" + tenant.key()
    };
    String[] all = Arrays.copyOf(arguments, arguments.length + more.length);
    System.arraycopy(more, 0, all, arguments.length, more.length);
    return commands.run(all);
  }

  private String token(JsonNode view) {
    return platform.token(
        new IssuedClient(
            view.get("client_id").asText(), new Secret(view.get("client_secret").asText())));
  }

  @Test
  void whatIsMissingIsSaid() {
    Commands.Ended nowhere = commands.run("iam:model:import", "--from", "openfga", "x.fga");
    assertThat(nowhere.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(nowhere.err()).contains("specify --output to write files, --organization to apply");
    Commands.Ended unknown =
        commands.run("iam:model:import", "--from", "cedar", "x.fga", "--dry-run");
    assertThat(unknown.err()).contains("--from must be one of openfga, spicedb, topaz");
  }

  private Path file(String system, String name) throws IOException {
    String guide = Files.readString(Path.of("docs/migrate", system + ".md"));
    int begin = guide.indexOf('\n', guide.indexOf("file=" + name)) + 1;
    return Files.writeString(
        folder.resolve(name), guide.substring(begin, guide.indexOf("```", begin)));
  }

  private boolean decision(String token, String question) {
    String[] words = question.split("[: ]");
    String body =
        """
        {"subject": {"type": "%s", "id": "%s"}, "action": {"name": "%s"},
         "resource": {"type": "%s", "id": "%s"}}
        """
            .formatted((Object[]) words);
    return platform
        .as(token)
        .contentType(ContentType.JSON)
        .body(body)
        .post("/access/v1/evaluation")
        .then()
        .statusCode(200)
        .extract()
        .jsonPath()
        .getBoolean("decision");
  }
}
