package io.iamplane.http.idempotency;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.change.TenantWriter;
import io.iamplane.http.idempotency.ShownSecrets.Shown;
import io.iamplane.key.seal.SecretBox;
import io.iamplane.key.seal.UnsealException;
import io.iamplane.shared.Caller;
import io.iamplane.shared.Hashes;
import io.iamplane.shared.IamException;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.HttpHeaders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

/**
 * Carries out a write at most once per key. One transaction holds the key's lock, the write and its
 * stored answer, so that no claim outlives its request: either all of it is there, or none.
 *
 * <p>Only answers of committed writes are kept. A refusal changed nothing and is decided again.
 */
@Singleton
class Idempotency {

  private static final Logger LOG = Logger.getLogger(Idempotency.class);

  static final Duration RETENTION = Duration.ofDays(7);

  private final TenantWriter writer;
  private final IdempotencyStore store;
  private final ShownSecrets shown;
  private final SecretBox secrets;
  private final ObjectMapper mapper;
  private final Clock clock;

  Idempotency(
      TenantWriter writer,
      IdempotencyStore store,
      ShownSecrets shown,
      SecretBox secrets,
      ObjectMapper mapper,
      Clock clock) {
    this.writer = writer;
    this.store = store;
    this.shown = shown;
    this.secrets = secrets;
    this.mapper = mapper;
    this.clock = clock;
  }

  /**
   * Runs {@code operation}, unless it was run before.
   *
   * @throws ReplayedAnswer if the same request was answered before
   * @throws IamException VALIDATION if the key was used for another request; CONFLICT if the first
   *     request is still under way; refusals of {@link TenantWriter#write}
   */
  @Nullable Object once(
      Caller caller, String key, byte[] fingerprint, Callable<@Nullable Object> operation) {
    return writer.write(
        caller.organization(),
        caller.subject(),
        () -> {
          if (!store.tryLock(lock(caller, key))) {
            throw IamException.conflict(
                "A request with this Idempotency-Key is still in progress.");
          }
          replay(caller, key, fingerprint);
          Shown result = shown.watching(() -> run(operation));
          keep(caller, key, fingerprint, result);
          return result.answer();
        });
  }

  /**
   * Runs an operation of several changes, unless it was run to its end before. A request that broke
   * off runs again; two at once are kept apart by the changes themselves.
   *
   * @throws ReplayedAnswer if the same request was answered before
   * @throws IamException VALIDATION if the key was used for another request; refusals of {@link
   *     TenantWriter#write}
   */
  @Nullable Object onceInParts(
      Caller caller, String key, byte[] fingerprint, Callable<@Nullable Object> operation) {
    write(caller, () -> replay(caller, key, fingerprint));
    Shown result = shown.watching(() -> run(operation));
    try {
      write(caller, () -> keep(caller, key, fingerprint, result));
    } catch (IamException e) {
      // The changes are made, and the answer must say so.
      LOG.warnf("could not store the response for a repeated request: %s", e.getMessage());
    }
    return result.answer();
  }

  private void write(Caller caller, Runnable work) {
    writer.write(
        caller.organization(),
        caller.subject(),
        () -> {
          work.run();
          return true;
        });
  }

  private void replay(Caller caller, String key, byte[] fingerprint) {
    store
        .find(caller, keys(caller, key), clock.instant().minus(RETENTION))
        .ifPresent(row -> {
          byte[] first = row.fingerprint();
          byte[] answer = row.answer();
          if (first == null || answer == null) {
            throw IamException.conflict(
                "The request with this Idempotency-Key was executed, but its response was erased"
                    + " together with a person's data. Use another key for another request.");
          }
          if (!MessageDigest.isEqual(first, fingerprint)) {
            throw IamException.validation("Idempotency-Key", "already used for another request");
          }
          if (row.withdrawn()) {
            throw IamException.conflict(
                "The request with this Idempotency-Key was executed, but its response contained a"
                    + " secret that is no longer valid, or the response was stored by an earlier"
                    + " version. Read the resource and rotate its secret.");
          }
          throw new ReplayedAnswer(open(caller, key, answer));
        });
  }

  private List<String> keys(Caller caller, String key) {
    return Stream.concat(
            Stream.of(key),
            secrets
                .pseudonyms(key, ErasedAnswers.place(caller.organization(), actor(caller)))
                .stream())
        .toList();
  }

  private static @Nullable Object run(Callable<@Nullable Object> operation) {
    try {
      return operation.call();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("an operation threw a checked exception", e);
    }
  }

  private void keep(Caller caller, String key, byte[] fingerprint, Shown result) {
    IdempotentAnswer answer = answerOf(result.answer());
    if (answer.status() >= 200 && answer.status() < 300) {
      IdempotencyStore.Row row =
          new IdempotencyStore.Row(fingerprint, seal(caller, key, answer), result.secrets(), false);
      store.put(caller, key, row, clock.instant());
    }
  }

  /** Converts the result; an object other than RestResponse is the body of a 200. */
  private IdempotentAnswer answerOf(@Nullable Object result) {
    if (!(result instanceof RestResponse<?> response)) {
      return new IdempotentAnswer(RestResponse.StatusCode.OK, Map.of(), json(result));
    }
    Map<String, String> headers = new TreeMap<>();
    for (String name : new String[] {HttpHeaders.LOCATION, HttpHeaders.ETAG}) {
      String value = response.getHeaderString(name);
      if (value != null) {
        headers.put(name, value);
      }
    }
    return new IdempotentAnswer(response.getStatus(), headers, json(response.getEntity()));
  }

  private @Nullable String json(@Nullable Object body) {
    try {
      return body == null ? null : mapper.writeValueAsString(body);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private byte[] seal(Caller caller, String key, IdempotentAnswer answer) {
    try {
      return secrets.seal(mapper.writeValueAsBytes(answer), context(caller, key));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private IdempotentAnswer open(Caller caller, String key, byte[] sealed) {
    try {
      return mapper.readValue(secrets.open(sealed, context(caller, key)), IdempotentAnswer.class);
    } catch (UnsealException e) {
      LOG.errorf("could not decrypt a stored response: %s; returning 409", e.getMessage());
      throw IamException.conflict(
          "The request with this Idempotency-Key was executed, but its response can no longer be"
              + " decrypted. Read the resource, and use another key for another request.");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Binds a sealed answer to its row, so that it cannot be moved to another. */
  private static String context(Caller caller, String key) {
    return ErasedAnswers.place(caller.organization(), actor(caller)) + key;
  }

  private static String actor(Caller caller) {
    return caller.subject().toString();
  }

  private static long lock(Caller caller, String key) {
    byte[] hash = Hashes.sha256(context(caller, key).getBytes(StandardCharsets.UTF_8));
    return ByteBuffer.wrap(hash).getLong();
  }
}
