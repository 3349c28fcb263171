package io.iamplane.key.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every column of sealed values, and that a value which was moved to another row is refused. */
@QuarkusTest
class SealedColumnsDbTest {

  private static final Set<String> SEALED =
      Set.of(
          "iam_signing_keys.sealed_private",
          "iam_signing_keys.wrapped_data_key",
          "iam_webhooks.sealed_secret",
          "iam_webhooks.sealed_previous_secret",
          "iam_identity_providers.sealed_secret",
          "iam_idempotent_answers.answer");

  /** Bytes that are public, or from which no secret can be computed. */
  private static final Set<String> OPEN =
      Set.of(
          "iam_anomaly_states.learned",
          "iam_audit_checkpoints.head_hash",
          "iam_audit_checkpoints.root",
          "iam_audit_heads.hash",
          "iam_audit_heads.tree",
          "iam_audit_personal.salt",
          "iam_audit_records.hash",
          "iam_audit_records.prev_hash",
          "iam_audit_tiles.hashes",
          "iam_audit_tiles.root",
          "iam_authorization_codes.code_hash",
          "iam_client_assertions.jti_hash",
          "iam_clients.previous_secret_hash",
          "iam_clients.previous_secret_salt",
          "iam_clients.secret_hash",
          "iam_clients.secret_salt",
          "iam_decision_erasures.external_sha256",
          "iam_decision_sealed.root",
          "iam_decision_seals.root",
          "iam_decision_unsealed.root",
          "iam_decisions.body",
          "iam_decisions.filter",
          "iam_decisions.root",
          "iam_decisions_default.body",
          "iam_decisions_default.filter",
          "iam_decisions_default.root",
          "iam_idempotent_answers.fingerprint",
          "iam_invitations.secret_hash",
          "iam_manifests.content_hash",
          "iam_passkeys.credential",
          "iam_passkeys.credential_id",
          "iam_pushed_requests.uri_hash",
          "iam_refresh_families.code_hash",
          "iam_refresh_families.handle_hash",
          "iam_refresh_families.previous_hash",
          "iam_refresh_families.secret_hash",
          "iam_relations.key",
          "iam_sessions.secret_hash",
          "iam_signing_keys.public_key");

  @Inject TestPlatform platform;
  @Inject SecretBox box;
  @Inject Envelope envelope;

  private AdminTenant tenant;

  @BeforeEach
  void makeTenant() {
    tenant = new AdminTenant(platform);
  }

  @Test
  void everyColumnOfBytesIsKnown() throws SQLException {
    Set<String> open = new TreeSet<>();
    for (String column :
        Rows.texts(
            "SELECT table_name || '.' || column_name FROM information_schema.columns"
                + " WHERE data_type = 'bytea' AND table_name LIKE 'iam\\_%'"
                + " AND table_name !~ '[0-9]{4}'")) {
      if (!SEALED.contains(column)) {
        open.add(column);
      }
    }
    assertThat(open).isEqualTo(OPEN);
  }

  @Test
  void aPrivateKeyOfAnotherRowDoesNotOpen() throws SQLException {
    Map<String, SealedKey> rows = new HashMap<>();
    for (String row :
        Rows.texts(
            "SELECT concat_ws(' ', kid, provider, provider_key_version, encode(wrapped_data_key,"
                + " 'hex'), encode(sealed_private, 'hex')) FROM iam_signing_keys"
                + " WHERE status = 'active'")) {
      String[] columns = row.split(" ");
      HexFormat hex = HexFormat.of();
      rows.put(
          columns[0],
          new SealedKey(
              new WrappedKey(columns[1], columns[2], hex.parseHex(columns[3])),
              hex.parseHex(columns[4])));
    }
    assertThat(rows).hasSize(2);
    for (String kid : rows.keySet()) {
      Binding place = new Binding("iam_signing_keys", Binding.PLATFORM, kid, 1);
      SealedKey own = rows.get(kid);
      assertThat(envelope.open(own, place)).isNotEmpty();
      for (String other : rows.keySet()) {
        if (!other.equals(kid)) {
          SealedKey foreign = rows.get(other);
          for (SealedKey swapped :
              List.of(
                  foreign,
                  new SealedKey(own.dataKey(), foreign.sealed()),
                  new SealedKey(foreign.dataKey(), own.sealed()))) {
            assertThatThrownBy(() -> envelope.open(swapped, place))
                .isInstanceOf(UnsealException.class);
          }
        }
      }
    }
  }

  @Test
  void aWebhooksSecretOfAnotherRowDoesNotOpen() throws SQLException {
    AdminTenant other = new AdminTenant(platform);
    String mine = webhook(tenant);
    String second = webhook(tenant);
    String foreign = webhook(other);
    for (String column : List.of("sealed_secret", "sealed_previous_secret")) {
      assertThat(box.open(sealed(column, mine), place(tenant, mine))).isNotEmpty();
      for (byte[] moved : List.of(sealed(column, second), sealed(column, foreign))) {
        assertThatThrownBy(() -> box.open(moved, place(tenant, mine)))
            .isInstanceOf(UnsealException.class);
      }
    }
  }

  @Test
  void anAnswerOfAnotherRowIsNotReplayed() throws SQLException {
    AdminTenant other = new AdminTenant(platform);
    String mine = "swap-" + tenant.organization().key();
    once(tenant, mine, "{\"name\": \"Mine\"}").then().statusCode(201);
    once(tenant, mine + "-2", "{\"name\": \"Second\"}").then().statusCode(201);
    once(other, mine, "{\"name\": \"Foreign\"}").then().statusCode(201);
    for (String from :
        List.of(
            "idempotency_key = '" + mine + "-2'",
            "idempotency_key = '"
                + mine
                + "' AND organization_id = '"
                + other.organization().id()
                + "'")) {
      Rows.update(
          "UPDATE iam_idempotent_answers SET answer = (SELECT answer FROM iam_idempotent_answers"
              + " WHERE "
              + from
              + ") WHERE idempotency_key = '"
              + mine
              + "' AND organization_id = '"
              + tenant.organization().id()
              + "'");

      Response repeated = once(tenant, mine, "{\"name\": \"Mine\"}");

      assertThat(repeated.statusCode()).isEqualTo(409);
      assertThat(repeated.asString()).doesNotContain("Second", "Foreign").contains("executed");
    }
  }

  private static Response once(AdminTenant of, String key, String body) {
    return of.request()
        .header("Idempotency-Key", key)
        .contentType(ContentType.JSON)
        .body(body)
        .post(AdminTenant.PATH + "users");
  }

  private static String webhook(AdminTenant of) {
    String id =
        of.made("webhooks", "{'url': 'http://localhost:1/', 'event_filters': ['iam.user.*']}");
    of.post("webhooks/" + id + "/rotate-secret", "{}").statusCode(200);
    return id;
  }

  private static byte[] sealed(String column, String id) throws SQLException {
    return HexFormat.of()
        .parseHex(
            Rows.texts(
                    "SELECT encode("
                        + column
                        + ", 'hex') FROM iam_webhooks WHERE id = '"
                        + id
                        + "'")
                .getFirst());
  }

  private static String place(AdminTenant of, String id) {
    return "iam_webhooks/" + of.organization().id() + "/" + id + "/secret";
  }
}
