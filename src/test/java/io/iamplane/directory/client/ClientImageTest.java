package io.iamplane.directory.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.iamplane.testing.AssertionForge;
import org.junit.jupiter.api.Test;

/** The image of a client in audit records and events. */
class ClientImageTest {

  private static final String OLD =
      """
      {"client_id": "client_a", "organization": "0198c0de-0000-7000-8000-000000000002",
       "subject": {"type": "service_account", "id": "1"}, "status": "active",
       "development": false, "scopes": ["read"], "created_at": "2026-01-01T00:00:00Z"}
      """;

  private final JsonMapper mapper =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .build();

  @Test
  void imageOfBeforeIsThatOfAClientWithASecret() throws JsonProcessingException {
    Client client = mapper.readValue(OLD, Client.class);
    assertThat(client.clientId()).isEqualTo("client_a");
    assertThat(client.authMethod()).isEqualTo(ClientAuthMethod.CLIENT_SECRET);
    assertThat(client.keys()).isEmpty();
  }

  @Test
  void imageOfAClientWithASecretTellsTheMethodAndNoKeys() throws JsonProcessingException {
    JsonNode image = mapper.valueToTree(mapper.readValue(OLD, Client.class));
    assertThat(image.path("auth_method").textValue()).isEqualTo("client_secret");
    assertThat(image.has("keys")).isFalse();
  }

  @Test
  void imageOfAClientWithKeysTellsTheirThumbprints() throws JsonProcessingException {
    JsonWebKeys keys = JsonWebKeys.parse(AssertionForge.jwks(new AssertionForge("one").jwk()));
    Client client = KeyClients.row("client_a", ClientStatus.ACTIVE, keys, true).client();
    JsonNode image = mapper.valueToTree(client);
    assertThat(image.path("auth_method").textValue()).isEqualTo("private_key_jwt");
    assertThat(image.path("keys").path("one").textValue())
        .isEqualTo(keys.thumbprints().get("one"))
        .hasSize(43);
    assertThat(mapper.treeToValue(image, Client.class)).isEqualTo(client);
  }
}
