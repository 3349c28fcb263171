package io.iamplane.signin.federation;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import io.iamplane.shared.OrganizationId;
import io.iamplane.webhook.OutboundRequests;
import io.vertx.core.http.HttpMethod;
import jakarta.inject.Singleton;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Metadata and keys of providers (OpenID Connect Discovery 1.0, section 4), remembered for a few
 * minutes.
 */
@Singleton
class KnownProviders {

  static final Duration LIFETIME = Duration.ofMinutes(10);

  /** After a token with an unknown key, the keys are read again no sooner. */
  static final Duration LEAST_AGE = Duration.ofMinutes(1);

  static final int MOST = 500;

  private final OutboundRequests http;
  private final Clock clock;
  private final Map<String, Known> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Known> eldest) {
          return size() > MOST;
        }
      };

  /**
   * Metadata and keys, as they were at a time.
   *
   * @param asked the time of the latest attempt to read them, which may have failed
   */
  record Known(OIDCProviderMetadata metadata, JWKSet keys, Instant at, Instant asked) {}

  KnownProviders(OutboundRequests http, Clock clock) {
    this.http = http;
    this.clock = clock;
  }

  /**
   * The metadata and keys of an organization's provider.
   *
   * @param withKey the id of a key that should be among them; null for any
   * @throws UpstreamRefusedException if they cannot be read, or are another issuer's
   */
  Known get(OrganizationId organization, IdentityProvider provider, @Nullable String withKey) {
    String name = organization + " " + provider.issuer();
    Known present;
    synchronized (known) {
      present = known.get(name);
    }
    Instant now = clock.instant();
    boolean lives = present != null && present.at().plus(LIFETIME).isAfter(now);
    if (present != null && lives) {
      boolean fits = withKey == null || present.keys().getKeyByKeyId(withKey) != null;
      if (fits || present.asked().plus(LEAST_AGE).isAfter(now)) {
        return present;
      }
    }
    Known read;
    try {
      read = read(organization, provider, now);
    } catch (UpstreamRefusedException e) {
      if (present == null || !lives) {
        throw e;
      }
      // A key that no one knows, in a token that anyone may send, drops nothing that is known.
      read = new Known(present.metadata(), present.keys(), present.at(), now);
    }
    synchronized (known) {
      known.put(name, read);
    }
    return read;
  }

  private Known read(OrganizationId organization, IdentityProvider provider, Instant now) {
    String issuer = provider.issuer();
    String base = issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer;
    String document =
        document(organization, URI.create(base + "/.well-known/openid-configuration"));
    OIDCProviderMetadata metadata =
        UpstreamRefusedException.refusing(
            "the metadata document", () -> OIDCProviderMetadata.parse(document));
    if (!issuer.equals(metadata.getIssuer().getValue())) {
      throw new UpstreamRefusedException("the metadata is of another issuer");
    }
    if (metadata.getAuthorizationEndpointURI() == null || metadata.getTokenEndpointURI() == null) {
      throw new UpstreamRefusedException("the metadata names no endpoints");
    }
    String keys = document(organization, metadata.getJWKSetURI());
    return new Known(
        metadata,
        UpstreamRefusedException.refusing("the key set", () -> JWKSet.parse(keys).toPublicJWKSet()),
        now,
        now);
  }

  private String document(OrganizationId organization, URI uri) {
    OutboundRequests.Answer answer =
        UpstreamRefusedException.refusing(
            "the request for metadata or keys",
            () ->
                http.send(
                    organization, HttpMethod.GET, uri, Map.of("accept", "application/json"), ""));
    if (answer.status() != 200) {
      throw new UpstreamRefusedException("metadata or keys are not there");
    }
    return answer.body();
  }
}
