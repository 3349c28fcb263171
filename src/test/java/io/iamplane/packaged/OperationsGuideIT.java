package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.packaged.OperatorShell.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Follows the guide like a new operator: every command is typed as printed, in its order, on an
 * empty database server. A line must end with 0, unless the page says otherwise.
 */
@Tag("stress")
@Timeout(420)
class OperationsGuideIT {

  private static final Path GUIDE = Path.of("docs/operations.md");
  private static final Path JOBS = Path.of("docs/jobs.md");
  private static final Path AUDIT = Path.of("docs/audit/guide.md");
  private static final Path RUNBOOKS = Path.of("docs/runbooks");

  /** The section that defines {@code iam}: here a shell function is the command. */
  private static final Set<String> ELSEWHERE = Set.of("The command");

  /** The one line that ends with a finding, as the page says above it. */
  private static final String FINDS = "iam iam:audit:verify --json";

  private static final String FINDING_ID = "0199f3a0-7c3e-7b52-8f10-3a5d2c9e4b17";

  private static final Pattern ID = Pattern.compile("\"id\":\"([0-9a-f-]{36})\",\"cause\"");

  /** Commands that are correct and print nothing on a healthy server. */
  private static final Set<String> QUIET =
      Set.of(
          "IamAnomaly.md",
          "IamDecisionAvailabilityBurn.md",
          "IamDecisionsUnavailable.md",
          "IamOutboxLag.md",
          "IamPoliciesFailing.md",
          "IamWebhookDlqGrowing.md");

  @TempDir Path folder;

  private OperatorMachine machine;

  @BeforeEach
  void aMachine() throws Exception {
    machine = OperatorMachine.start(folder);
  }

  @AfterEach
  void leave() throws Exception {
    if (machine != null) {
      machine.close();
    }
  }

  @Test
  void everyCommandOfTheGuideWorksAsItIsPrinted() throws IOException {
    List<PrintedBlock> blocks =
        PrintedBlock.of(GUIDE).stream()
            .filter(block -> !ELSEWHERE.contains(block.section()))
            .toList();
    alsoStandsInTheGuideToTheAuditLog(blocks.getFirst());
    String secrets = "";
    for (PrintedBlock block : blocks) {
      if (block.lines().contains(FINDS)) {
        loseWhatCameAfterTheBackup(secrets);
      }
      String printed = follow(block);
      secrets += printed.contains("client_secret") ? printed : "";
    }
    assertThat(blocks).hasSizeGreaterThan(6);

    done("export IAM_HTTP_REQUIRE_HTTPS=false");
    PrintedBlock.of(JOBS).stream()
        .filter(block -> block.language().equals("sh"))
        .forEach(this::follow);
    followRunbooks(secrets);
  }

  /** The guide to the audit log makes the same roles. */
  private static void alsoStandsInTheGuideToTheAuditLog(PrintedBlock roles) throws IOException {
    String page = Files.readString(AUDIT);
    assertThat(roles.language()).isEqualTo("sql");
    assertThat(roles.commands()).hasSize(3).allSatisfy(line -> assertThat(page).contains(line));
  }

  /** Types a block, line by line; returns its output. */
  private String follow(PrintedBlock block) {
    if (block.language().equals("sql")) {
      return done(
          "psql -v ON_ERROR_STOP=1 <<'SQL'\n%s\nSQL".formatted(String.join("\n", block.lines())));
    }
    StringBuilder printed = new StringBuilder();
    String answered = "";
    for (String line : block.lines()) {
      if (line.startsWith("# {")) {
        assertThat(answered).isEqualTo(line.substring("# ".length()));
      } else if (line.equals(FINDS)) {
        answered = finding(line);
      } else if (line.contains(FINDING_ID)) {
        answered = acknowledge(line, answered);
      } else if (!line.isBlank()) {
        answered = done(line);
      }
      printed.append(answered).append('\n');
    }
    return printed.toString();
  }

  private String finding(String line) {
    Answer answer = machine.type(line);
    assertThat(answer.exitCode()).as(answer.text()).isEqualTo(1);
    assertThat(answer.text()).contains("anchor_mismatch");
    return answer.text();
  }

  /** The same line for each finding, as the page says. */
  private String acknowledge(String line, String findings) {
    List<String> ids = ID.matcher(findings).results().map(found -> found.group(1)).toList();
    assertThat(ids).as(findings).isNotEmpty();
    ids.forEach(id -> done(line.replace(FINDING_ID, id)));
    return "";
  }

  /** The old database goes on, and its anchor with it, before the restored one takes its place. */
  private void loseWhatCameAfterTheBackup(String secrets) {
    done("RESTORED=$QUARKUS_DATASOURCE_JDBC_URL");
    done("export QUARKUS_DATASOURCE_JDBC_URL=${RESTORED/iam_restored/iam}");
    done("export IAM_HTTP_REQUIRE_HTTPS=false; iam serve");
    done(
        "curl -sf -H 'Authorization: Bearer %s' -H 'Content-Type: application/json' -d '%s' \"$IAM\"/api/iam/v1/users"
            .formatted(token(secrets), "{\"email\":\"ann@example.com\",\"name\":\"Ann\"}"));
    done("iam iam:audit:checkpoint");
    done("export QUARKUS_DATASOURCE_JDBC_URL=$RESTORED; unset IAM_HTTP_REQUIRE_HTTPS");
  }

  /** A token of the tenant's administrator, from the output of bootstrapping. */
  private String token(String secrets) {
    String tenant = secrets.substring(secrets.indexOf("tenant acme"));
    done("IAM=" + "http://localhost:8080");
    String answer =
        done(
            "curl -sf -u '%s:%s' -d grant_type=client_credentials \"$IAM\"/oauth/token"
                .formatted(after("client_id", tenant), after("client_secret", tenant)));
    return answer.replaceFirst("(?s).*\"access_token\":\"([^\"]+)\".*", "$1");
  }

  private static String after(String name, String text) {
    Matcher value = Pattern.compile(name + " +(\\S+)").matcher(text);
    assertThat(value.find()).as(name).isTrue();
    return value.group(1);
  }

  /** With a cluster that says nothing and forwards ports; the server is the one that runs. */
  private void followRunbooks(String secrets) throws IOException {
    done("TOKEN=" + token(secrets));
    done("OWNER_URL=postgresql://postgres@127.0.0.1:%d/iam".formatted(machine.postgres().port()));
    done("sleep() { :; }");
    done(
        """
        kubectl() {
          case "$*" in
            *port-forward*) while :; do command sleep 0.1; done ;;
            *' exec '*) while [ "$1" != -- ]; do shift; done; shift; "$@" ;;
            *' logs '*) echo WARN: a log ;;
            *) : ;;
          esac
        }
        """);
    Map<String, String> silent = new TreeMap<>();
    int lines = 0;
    for (Path page : pages()) {
      for (PrintedBlock block : PrintedBlock.of(page)) {
        for (String line : block.commands()) {
          String printed = done(line);
          lines++;
          if (line.contains("curl") && printed.isEmpty()) {
            silent.put(page.getFileName().toString(), line);
          }
        }
      }
    }
    assertThat(lines).isGreaterThan(30);
    assertThat(silent.keySet()).isSubsetOf(QUIET);
  }

  private static List<Path> pages() throws IOException {
    try (var files = Files.list(RUNBOOKS)) {
      return files.sorted().toList();
    }
  }

  private String done(String line) {
    return machine.done(line);
  }
}
