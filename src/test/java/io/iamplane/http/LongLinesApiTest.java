package io.iamplane.http;

import static io.iamplane.http.FrontApiTest.head;
import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two of the longest ids fit into the first line of a request, with every byte escaped. */
@QuarkusTest
class LongLinesApiTest {

  /** An id of 1,024 bytes. */
  private static final String ID = "\u00e9".repeat(512);

  private static final String SUBJECT = "site:" + ID;
  private static final String OBJECT = "site:" + "\u00e8".repeat(512);

  @Inject TestPlatform platform;

  private AdminTenant tenant;

  @BeforeEach
  void aTenantWithAModel() {
    tenant = new AdminTenant(platform);
    tenant.apply(
        "plants",
        """
        {"schema": "iam.manifest.v2", "app": {"key": "plants", "name": "Plants"},
         "types": {"site": {"relations": {"part": "site"}}}}
        """);
  }

  @Test
  void twoLongIdsFitIntoAQuery() {
    tenant
        .post(
            "relations",
            "{'subject': '%s', 'relation': 'part', 'object': '%s'}".formatted(SUBJECT, OBJECT))
        .statusCode(200);
    String query =
        "relations?subject=%s&relation=part&object=%s".formatted(escaped(SUBJECT), escaped(OBJECT));
    String list = "relations?filter%5Bsubject%5D=" + query.substring("relations?subject=".length());
    list = list.replace("&relation=", "&filter%5Brelation%5D=");
    list = list.replace("&object=", "&filter%5Bobject%5D=");
    assertThat(query).hasSizeBetween(6_000, 7_000);

    assertThat(answer("GET", list)).startsWith("HTTP/1.1 200").contains(SUBJECT, OBJECT);
    assertThat(answer("DELETE", query)).startsWith("HTTP/1.1 200").contains(OBJECT);
    assertThat(answer("GET", list)).startsWith("HTTP/1.1 200").doesNotContain(OBJECT);
  }

  @Test
  void aLongIdFitsIntoAPath() {
    assertThat(answer("GET", "users/" + escaped(ID + ID))).startsWith("HTTP/1.1 404");
  }

  /** The head is not read to its end: there is no answer in our form, and the connection ends. */
  @Test
  void aLongerLineIs414() {
    try (RawClient client = new RawClient()) {
      client.send(head("GET", "/api/iam/v1/health?" + "x".repeat(8_200)));
      assertThat(client.status()).isEqualTo(414);
      assertThat(client.isClosedInTime()).isTrue();
    }
  }

  private String answer(String method, String path) {
    try (RawClient client = new RawClient()) {
      client.send(head(method, AdminTenant.PATH + path, "Authorization: Bearer " + tenant.token()));
      return client.answer();
    }
  }

  private static String escaped(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
