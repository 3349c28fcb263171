package io.iamplane.audit.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.notNullValue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.audit.events.AuditPermits;
import io.iamplane.http.RawHttp2Client;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.BuiltChain;
import io.iamplane.testing.PublishedOperations;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The export over HTTP; the tests of the command check its content. */
@QuarkusTest
class AuditExportApiTest {

  /** More than the server keeps before it sends. */
  private static final int MUCH = 1_000_000;

  /** More than fits into all buffers between the two ends. */
  private static final int BEYOND_ALL_BUFFERS = 19_000_000;

  @ConfigProperty(name = "quarkus.http.test-port")
  int port;

  @Inject TestPlatform platform;
  @Inject ObjectMapper mapper;

  @Test
  void theWholeChainEndsInALineThatSaysSo() throws IOException {
    AdminTenant tenant = new AdminTenant(platform);
    tenant.made("users", "{'name': 'Ann Lee', 'external_id': 'ann'}");
    tenant.post("audit/checkpoints").statusCode(201);
    List<String> lines = export(tenant, "");
    assertThat(mapper.readTree(lines.getFirst()).path("organization_id").asText())
        .isEqualTo(tenant.organization().id().toString());
    JsonNode end = mapper.readTree(lines.getLast());
    assertThat(end.path("type").asText()).isEqualTo("end");
    assertThat(end.path("records").asInt()).isEqualTo(lines.size() - 3);
    assertThat(String.join("", lines))
        .doesNotContain("Ann Lee", platform.platform().id().toString() + "/audit");
    assertThat(String.join("", export(tenant, "?personal=true"))).contains("Ann Lee");
    assertThat(export(tenant, "?from=2")).hasSize(lines.size() - 1);
  }

  /** More records than are read at once, and than fit into a buffer. */
  @Test
  void eachRecordOfALongChainIsWrittenOnceInOrderWithItsValues() throws Exception {
    AdminTenant tenant = new AdminTenant(platform);
    try (Connection owner = Rows.open()) {
      BuiltChain.append(owner, tenant.organization().id(), 2_001);
    }
    List<JsonNode> all = records(export(tenant, "?personal=true"));
    assertThat(all)
        .extracting(record -> record.path("seq").asInt())
        .containsExactlyElementsOf(IntStream.rangeClosed(1, all.size()).boxed().toList());
    assertThat(all.subList(all.size() - 2_001, all.size()))
        .allSatisfy(record -> assertThat(record.path("personal").size()).isEqualTo(2));
    List<JsonNode> last = records(export(tenant, "?from=" + (all.size() - 1_500)));
    assertThat(last).extracting(record -> record.path("seq").asInt()).hasSize(1_501).isSorted();
    assertThat(last).allMatch(record -> record.path("personal").isMissingNode());
    assertThat(records(export(tenant, "?from=" + (all.size() + 1)))).isEmpty();
    tenant.get("audit/export?from=" + (all.size() + 2)).statusCode(422);
  }

  private List<JsonNode> records(List<String> lines) throws IOException {
    List<JsonNode> records = new ArrayList<>();
    for (String line : lines) {
      JsonNode read = mapper.readTree(line);
      if (read.path("type").asText().equals("record")) {
        records.add(read);
      }
    }
    assertThat(mapper.readTree(lines.getLast()).path("records").asInt()).isEqualTo(records.size());
    return records;
  }

  /** A generated client that took lines for one JSON text would fail at the second. */
  @Test
  void linesAreNoJsonTextAndPlainTextForThoseWhoAskForIt() throws Exception {
    AdminTenant tenant = new AdminTenant(platform);
    JsonNode content =
        PublishedOperations.answering("GET", AdminTenant.PATH + "audit/export")
            .definition()
            .at("/responses/200/content");
    assertThat(content.propertyStream().map(Map.Entry::getKey))
        .containsExactly("application/jsonl", "text/plain");
    content.forEach(type -> assertThat(type.at("/schema/type").asText()).isEqualTo("string"));
    for (String accepted : List.of("text/plain", "application/jsonl", "*/*")) {
      tenant
          .request()
          .header("Accept", accepted)
          .get(AdminTenant.PATH + "audit/export")
          .then()
          .statusCode(200)
          .contentType(accepted.equals("text/plain") ? "text/plain" : "application/jsonl");
    }
    tenant
        .request()
        .header("Accept", "application/json")
        .get(AdminTenant.PATH + "audit/export")
        .then()
        .statusCode(406);
  }

  @ParameterizedTest
  @CsvSource({"from, from=0", "from, from=x", "from, from=99999", "personal, personal=yes"})
  void badInputIsRefusedBeforeTheFirstLine(String place, String query) {
    new AdminTenant(platform)
        .get("audit/export?" + query)
        .statusCode(422)
        .contentType("application/problem+json")
        .body("errors", hasKey(place));
  }

  @Test
  void anAnswerThatIsCutIsNoWholeAnswer() throws Exception {
    AdminTenant tenant = new AdminTenant(platform);
    tenant.made("users", "{'name': 'Ann Lee', 'external_id': 'ann'}");
    // What the last line needs is not what was written: the export fails when much has been sent.
    personal(tenant, "min(seq)", "to_json(repeat('x', " + MUCH + "))");
    personal(tenant, "max(seq)", "'no JSON'");
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(
                  URI.create(
                      "http://localhost:" + port + AdminTenant.PATH + "audit/export?personal=true"))
              .header("Authorization", "Bearer " + tenant.token())
              .timeout(Duration.ofMinutes(1))
              .build();
      assertThatThrownBy(() -> client.send(request, HttpResponse.BodyHandlers.ofString()))
          .isInstanceOf(IOException.class);
    } finally {
      Rows.update("DELETE FROM iam_audit_personal WHERE path = '/x'");
    }
    tenant.get("audit/export").statusCode(200).body(notNullValue());
  }

  @Test
  void whoStopsReadingIsCutOffWhenTheTimeIsOver() throws Exception {
    AdminTenant tenant = new AdminTenant(platform);
    tenant.made("users", "{'name': 'Ann Lee', 'external_id': 'ann'}");
    personal(tenant, "max(seq)", "to_json(repeat('x', " + BEYOND_ALL_BUFFERS + "))");
    try (Socket reader = new Socket("localhost", port)) {
      reader
          .getOutputStream()
          .write(
              ("GET /api/iam/v1/audit/export?personal=true HTTP/1.1\r\nHost: localhost\r\n"
                      + "Authorization: Bearer "
                      + tenant.token()
                      + "\r\n\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      assertThat(reader.getInputStream().readNBytes(15)).asString().isEqualTo("HTTP/1.1 200 OK");
      tenant.get("audit/export").statusCode(429);
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(() -> tenant.get("audit/export").statusCode(200));
      assertThat(rest(reader)).doesNotContain("\"type\":\"end\"");
    } finally {
      Rows.update("DELETE FROM iam_audit_personal WHERE path = '/x'");
    }
  }

  /** Behind a proxy the other streams of a connection may belong to other clients. */
  @Test
  void overHttp2OnlyTheStreamIsReset() throws Exception {
    AdminTenant tenant = new AdminTenant(platform);
    tenant.made("users", "{'name': 'Ann Lee', 'external_id': 'ann'}");
    personal(tenant, "max(seq)", "to_json(repeat('x', " + MUCH + "))");
    // A window for a part, so that data that was written waits to be sent.
    try (RawHttp2Client client = new RawHttp2Client(1_000)) {
      int export = client.get(AdminTenant.PATH + "audit/export?personal=true", tenant.token());
      RawHttp2Client.Frame frame = client.next();
      while (frame.type() != RawHttp2Client.RST_STREAM) {
        assertThat(frame.type()).isIn(RawHttp2Client.HEADERS, RawHttp2Client.DATA);
        frame = client.next();
      }
      assertThat(frame.stream()).isEqualTo(export);
      await().untilAsserted(() -> tenant.get("audit/export").statusCode(200));

      int health = client.get(AdminTenant.PATH + "health", "");
      // The framework resets the stream that is no longer there once more.
      do {
        frame = client.next();
      } while (frame.stream() == export);
      assertThat(frame.type()).isEqualTo(RawHttp2Client.HEADERS);
      assertThat(frame.stream()).isEqualTo(health);
      assertThat(client.farewell()).isEmpty();
    } finally {
      Rows.update("DELETE FROM iam_audit_personal WHERE path = '/x'");
    }
  }

  /** It would keep the turn, and its end would close a connection that others may use by then. */
  @Test
  void aRequestForTheHeadAloneTakesNoTurn() {
    AdminTenant tenant = new AdminTenant(platform);
    tenant.request().head(AdminTenant.PATH + "audit/export").then().statusCode(200);
    tenant.get("audit/export").statusCode(200);
    tenant.request().head(AdminTenant.PATH + "audit/export?from=0").then().statusCode(422);
  }

  /** Reads until the connection ends, in any way. */
  private static String rest(Socket reader) throws IOException {
    StringBuilder read = new StringBuilder();
    byte[] part = new byte[65_536];
    try {
      for (int n = reader.getInputStream().read(part); n >= 0; ) {
        read.append(new String(part, 0, n, StandardCharsets.ISO_8859_1));
        n = reader.getInputStream().read(part);
      }
    } catch (SocketException e) {
      // Reset, which is an end as well.
    }
    return read.toString();
  }

  @Test
  void oneAtATimeAndThreeAltogether() {
    AuditPermits turns = new AuditPermits();
    OrganizationId first = OrganizationId.next();
    AuditPermits.Turn turn = turns.take(first);
    assertThatThrownBy(() -> turns.take(first)).hasMessageContaining("too-many-requests");
    turns.take(OrganizationId.next());
    turns.take(OrganizationId.next());
    OrganizationId late = OrganizationId.next();
    assertThatThrownBy(() -> turns.take(late)).hasMessageContaining("too-many-requests");
    turn.close();
    turn.close();
    turns.take(late);
    assertThatThrownBy(() -> turns.take(first)).hasMessageContaining("too-many-requests");
  }

  private static List<String> export(AdminTenant tenant, String query) {
    return tenant
        .get("audit/export" + query)
        .statusCode(200)
        .contentType("application/jsonl")
        .extract()
        .asString()
        .lines()
        .toList();
  }

  /** Gives a record of the tenant a personal value, in SQL, that was not there. */
  private static void personal(AdminTenant tenant, String seq, String value) throws SQLException {
    Rows.update(
        "INSERT INTO iam_audit_personal SELECT organization_id, %s, '/x', 'user:x',".formatted(seq)
            + " decode(repeat('00', 32), 'hex'), %s FROM iam_audit_records".formatted(value)
            + " WHERE organization_id = '%s' GROUP BY organization_id"
                .formatted(tenant.organization().id()));
  }
}
