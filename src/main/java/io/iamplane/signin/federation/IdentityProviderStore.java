package io.iamplane.signin.federation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.change.Recording;
import io.iamplane.database.JsonColumns;
import io.iamplane.database.Sql;
import io.iamplane.key.seal.SecretBox;
import io.iamplane.key.seal.UnsealException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Secret;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_identity_providers}: one of each organization. */
@Singleton
class IdentityProviderStore {

  private static final Logger LOG = Logger.getLogger(IdentityProviderStore.class);

  private final Sql sql;
  private final SecretBox box;
  private final JsonColumns json;

  IdentityProviderStore(Sql sql, SecretBox box, JsonColumns json) {
    this.sql = sql;
    this.box = box;
    this.json = json;
  }

  /**
   * The members that are kept as one document. A build before or after this one reads it, too: an
   * absent member has no name, and one that is unknown is left out. An unknown rule is not, since
   * it may shut people out.
   */
  @RegisterForReflection
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Settings(
      @Nullable TokenAuthMethod tokenEndpointAuthMethod,
      IdTokenAlg idTokenAlg,
      List<String> scopes,
      ClaimRules rules) {}

  Optional<IdentityProvider> find(OrganizationId organization) {
    return stored(organization).map(Stored::provider);
  }

  private record Stored(IdentityProvider provider, byte @Nullable [] sealed) {}

  private Optional<Stored> stored(OrganizationId organization) {
    return sql.first(
        """
        SELECT name, issuer, client_id, settings, closing, revision, created_at, sealed_secret
        FROM iam_identity_providers WHERE organization_id = ?
        """,
        row -> new Stored(read(row), row.getBytes("sealed_secret")),
        organization.value());
  }

  /**
   * Requires that a provider is the organization's still, since it took its time to answer; throws
   * {@link UpstreamRefusedException} if it was changed or removed meanwhile.
   */
  void requireSame(Recording recording, IdentityProvider provider) {
    // Not by its revision alone: one that was removed and named again starts at 1.
    if (find(recording.organization()).filter(provider::equals).isEmpty()) {
      throw changed();
    }
  }

  /**
   * The secret of this service at a provider; null for a public client. Throws like {@link
   * #requireSame}, also if no configured key opens the secret. One statement compares and reads:
   * the secret of a successor must not go to its predecessor.
   */
  @Nullable Secret secret(OrganizationId organization, IdentityProvider provider) {
    byte[] sealed =
        stored(organization)
            .filter(each -> each.provider().equals(provider))
            .orElseThrow(IdentityProviderStore::changed)
            .sealed();
    return sealed == null ? null : open(organization, sealed);
  }

  private Secret open(OrganizationId organization, byte[] sealed) {
    try {
      return new Secret(new String(box.open(sealed, place(organization)), StandardCharsets.UTF_8));
    } catch (UnsealException e) {
      LOG.errorf(
          "could not decrypt the client secret of the identity provider of organization %s with "
              + "the configured keys; its sign-ins fail until the secret can be decrypted or is "
              + "replaced",
          organization);
      // The operator's fault: no one who signs in has done anything wrong.
      throw UpstreamRefusedException.unavailable("the client secret cannot be decrypted");
    }
  }

  private static UpstreamRefusedException changed() {
    return new UpstreamRefusedException("the provider has changed");
  }

  void insert(Recording recording, IdentityProvider provider, @Nullable Secret secret) {
    sql.updateOne(
        """
        INSERT INTO iam_identity_providers (name, issuer, client_id, settings, revision,
          organization_id, sealed_secret, created_at)
        VALUES (?, ?, ?, ?::jsonb, ?, ?, ?, ?)
        """,
        provider.name(),
        provider.issuer(),
        provider.clientId(),
        settings(provider),
        provider.revision(),
        recording.organization().value(),
        seal(recording.organization(), secret),
        provider.createdAt());
  }

  void update(Recording recording, IdentityProvider provider) {
    sql.updateOne(
        """
        UPDATE iam_identity_providers
        SET name = ?, issuer = ?, client_id = ?, settings = ?::jsonb, closing = ?, revision = ?
        WHERE organization_id = ?
        """,
        provider.name(),
        provider.issuer(),
        provider.clientId(),
        settings(provider),
        provider.closing(),
        provider.revision(),
        recording.organization().value());
  }

  void replaceSecret(Recording recording, @Nullable Secret secret) {
    sql.updateOne(
        "UPDATE iam_identity_providers SET sealed_secret = ? WHERE organization_id = ?",
        seal(recording.organization(), secret),
        recording.organization().value());
  }

  void delete(Recording recording) {
    sql.updateOne(
        "DELETE FROM iam_identity_providers WHERE organization_id = ?",
        recording.organization().value());
  }

  private byte @Nullable [] seal(OrganizationId organization, @Nullable Secret secret) {
    return secret == null
        ? null
        : box.seal(secret.reveal().getBytes(StandardCharsets.UTF_8), place(organization));
  }

  static String place(OrganizationId organization) {
    return "iam_identity_providers/" + organization + "/secret";
  }

  private String settings(IdentityProvider provider) {
    return json.text(
        new Settings(
            provider.tokenEndpointAuthMethod(),
            provider.idTokenAlg(),
            provider.scopes(),
            provider.rules()));
  }

  private IdentityProvider read(ResultSet row) throws SQLException {
    Settings settings = json.value(row, "settings", Settings.class);
    return new IdentityProvider(
        row.getString("name"),
        row.getString("issuer"),
        row.getString("client_id"),
        settings.tokenEndpointAuthMethod(),
        settings.idTokenAlg(),
        settings.scopes(),
        settings.rules(),
        row.getBoolean("closing"),
        row.getLong("revision"),
        Sql.instant(row, "created_at"));
  }
}
