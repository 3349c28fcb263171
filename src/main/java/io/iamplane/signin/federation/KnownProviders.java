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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Metadata and keys of providers (OpenID Connect Discovery 1.0, section 4), remembered for a few
 * minutes. One request reads them for all that wait. A failure is remembered, too: a dead provider
 * costs an attempt now and then, and not with each sign-in. An organization has one place here,
 * whatever its provider was before, so that none pushes out more than one other.
 */
@Singleton
class KnownProviders {

  static final Duration LIFETIME = Duration.ofMinutes(10);

  /** After a token with an unknown key, the keys are read again no sooner. */
  static final Duration LEAST_AGE = Duration.ofMinutes(1);

  /** After a failure, the provider is asked again no sooner. */
  static final Duration PAUSE = Duration.ofSeconds(15);

  static final int MOST = 500;

  private final OutboundRequests http;
  private final Clock clock;
  private final Map<OrganizationId, Outcome> outcomes =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<OrganizationId, Outcome> eldest) {
          return size() > MOST;
        }
      };

  private final Map<Name, CompletableFuture<Known>> reading = new ConcurrentHashMap<>();

  /** The provider of an organization, as it was named at a time: a new one is read at once. */
  private record Name(OrganizationId organization, String issuer, long revision, Instant named) {

    boolean isBefore(Name other) {
      return named.isBefore(other.named)
          || (named.equals(other.named) && revision < other.revision);
    }
  }

  /**
   * Metadata and keys as they were at a time, and the time of the latest attempt to read them,
   * which may have failed.
   */
  record Known(OIDCProviderMetadata metadata, JWKSet keys, Instant at, Instant asked) {

    private boolean isLiving(Instant now) {
      return at.plus(LIFETIME).isAfter(now);
    }
  }

  /** The outcome of the latest attempt to read, at a time: one of the two. */
  private record Outcome(
      Name name, Instant at, @Nullable Known known, @Nullable UpstreamRefusedException failure) {}

  KnownProviders(OutboundRequests http, Clock clock) {
    this.http = http;
    this.clock = clock;
  }

  /**
   * The metadata and keys of an organization's provider; throws UpstreamRefusedException if they
   * cannot be read, or are another issuer's.
   *
   * @param withKey the id of a key that should be among them; null for any
   */
  Known get(OrganizationId organization, IdentityProvider provider, @Nullable String withKey) {
    Name name =
        new Name(organization, provider.issuer(), provider.revision(), provider.createdAt());
    Known present = present(name, withKey);
    return present == null ? readOnce(name, withKey) : present;
  }

  /** The remembered outcome while it counts; null if it has to be read. */
  private @Nullable Known present(Name name, @Nullable String withKey) {
    Instant now = clock.instant();
    Outcome outcome = outcome(name);
    if (outcome == null) {
      return null;
    }
    Known present = outcome.known();
    if (present != null && present.isLiving(now)) {
      boolean fits = withKey == null || present.keys().getKeyByKeyId(withKey) != null;
      return fits || present.asked().plus(LEAST_AGE).isAfter(now) ? present : null;
    }
    UpstreamRefusedException failure = outcome.failure();
    if (failure != null && outcome.at().plus(PAUSE).isAfter(now)) {
      throw failure;
    }
    return null;
  }

  /** The remembered outcome for the provider as it is named; null for none. */
  private @Nullable Outcome outcome(Name name) {
    synchronized (outcomes) {
      Outcome outcome = outcomes.get(name.organization());
      return outcome != null && outcome.name().equals(name) ? outcome : null;
    }
  }

  /** Remembers an outcome, unless the provider was replaced while it was read. */
  private void remember(Outcome outcome) {
    synchronized (outcomes) {
      Outcome before = outcomes.get(outcome.name().organization());
      if (before == null
          || !outcome.name().isBefore(before.name())
          // The clock may have been set back before the provider was replaced.
          || !before.at().plus(LIFETIME).isAfter(outcome.at())) {
        outcomes.put(outcome.name().organization(), outcome);
      }
    }
  }

  int remembered() {
    synchronized (outcomes) {
      return outcomes.size();
    }
  }

  /** Reads them, unless another request does so at the moment, whose outcome is awaited. */
  private Known readOnce(Name name, @Nullable String withKey) {
    CompletableFuture<Known> mine = new CompletableFuture<>();
    CompletableFuture<Known> others = reading.putIfAbsent(name, mine);
    if (others != null) {
      return await(others);
    }
    try {
      // Another may have come to its end a moment ago.
      Known present = present(name, withKey);
      mine.complete(present == null ? readAndRemember(name, clock.instant()) : present);
    } catch (RuntimeException e) {
      mine.completeExceptionally(e);
    } finally {
      reading.remove(name, mine);
    }
    return await(mine);
  }

  private static Known await(CompletableFuture<Known> reading) {
    try {
      return reading.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }

  private Known readAndRemember(Name name, Instant now) {
    try {
      Known read = read(name, now);
      remember(new Outcome(name, now, read, null));
      return read;
    } catch (UpstreamRefusedException e) {
      Outcome outcome = outcome(name);
      Known present = outcome == null ? null : outcome.known();
      if (present == null || !present.isLiving(now)) {
        // Whatever is wrong with it, the person who is on the way did nothing.
        UpstreamRefusedException reason =
            UpstreamRefusedException.unavailable(String.valueOf(e.getMessage()));
        remember(new Outcome(name, now, null, reason));
        throw reason;
      }
      // A key that no one knows, in a token that anyone may send, drops nothing that is known.
      Known kept = new Known(present.metadata(), present.keys(), present.at(), now);
      remember(new Outcome(name, now, kept, null));
      return kept;
    }
  }

  private Known read(Name name, Instant now) {
    OrganizationId organization = name.organization();
    String issuer = name.issuer();
    String base = issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer;
    String document =
        document(organization, URI.create(base + "/.well-known/openid-configuration"));
    OIDCProviderMetadata metadata =
        UpstreamRefusedException.refusing(
            "reading the metadata document", () -> OIDCProviderMetadata.parse(document));
    if (!issuer.equals(metadata.getIssuer().getValue())) {
      throw new UpstreamRefusedException("the metadata belongs to another issuer");
    }
    if (metadata.getAuthorizationEndpointURI() == null || metadata.getTokenEndpointURI() == null) {
      throw new UpstreamRefusedException("the metadata has no authorization or token endpoint");
    }
    String keys = document(organization, metadata.getJWKSetURI());
    return new Known(
        metadata,
        UpstreamRefusedException.refusing(
            "reading the key set", () -> JWKSet.parse(keys).toPublicJWKSet()),
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
      throw new UpstreamRefusedException(
          "the request for metadata or keys returned status " + answer.status());
    }
    return answer.body();
  }
}
