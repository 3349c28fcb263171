package io.iamplane.directory.client;

import io.iamplane.chain.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.change.TokenHolder;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Scopes;
import io.iamplane.shared.Secret;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The life of clients. Each writing method runs inside the change that records it. */
@Singleton
public class ClientService {

  private static final String TARGET = "client";
  private static final int SECRET_BYTES = 32;
  private static final int ID_BYTES = 16;

  private final ClientStore store;
  private final ClientQuery query;
  private final ScopeNames names;
  private final AccountControl control;
  private final SecureRandom random = new SecureRandom();

  ClientService(ClientStore store, ClientQuery query, ScopeNames names, AccountControl control) {
    this.store = store;
    this.query = query;
    this.names = names;
    this.control = control;
  }

  /**
   * Makes an active client with a random name (128 bits) and a random secret (256 bits), which
   * nothing can show again.
   */
  public IssuedClient create(Recording recording, NewClient client) {
    return insert(recording, client, new IssuedClient(randomId(), randomSecret()), false);
  }

  /**
   * Makes a client of a given name and secret for the demo tenant. The row is marked: in production
   * the token endpoint does not know such a client, and the start-up checks refuse to run beside
   * it.
   */
  public IssuedClient createDevelopment(
      Recording recording, NewClient client, String clientId, String secret) {
    return insert(recording, client, new IssuedClient(clientId, new Secret(secret)), true);
  }

  /** In any organization and status. */
  public boolean exists(String clientId) {
    return query.find(clientId).isPresent();
  }

  /** Oldest first. */
  public List<ClientState> of(OrganizationId organization, SubjectRef subject) {
    return ofAll(organization, subject.type(), List.of(subject.id()));
  }

  /** Oldest first. */
  public List<ClientState> ofAll(OrganizationId organization, String type, List<String> ids) {
    return query.ofSubjects(organization, type, ids);
  }

  /** Ends all tokens of a subject's clients. */
  public void endTokens(Recording recording, SubjectRef subject) {
    of(recording.organization(), subject)
        .forEach(each -> recording.endTokens(TokenHolder.client(each.client().clientId())));
  }

  /**
   * Makes a new secret, which nothing can show again, for a client, which is active from then on.
   * CONFLICT when it proves itself by keys.
   *
   * @param grace how long the present secret keeps on working; zero: not at all, and the client's
   *     tokens end with it. The present secret of a revoked client never works again
   */
  public IssuedClient rotateSecret(Recording recording, Client before, Duration grace) {
    if (before.authMethod() != ClientAuthMethod.CLIENT_SECRET) {
      throw IamException.conflict("The client authenticates with keys and has no secret.");
    }
    IssuedClient issued = new IssuedClient(before.clientId(), randomSecret());
    Client after = before.rotated(recording.at());
    boolean atOnce = grace.isZero() || before.status() == ClientStatus.REVOKED;
    store.rotate(
        recording,
        after,
        SecretHash.of(issued.secret(), random),
        atOnce ? null : recording.at().plus(grace));
    control.made(recording, after, atOnce);
    recording.add(
        Effect.changed(EventType.CLIENT_SECRET_ROTATED, TARGET, after.clientId(), before, after));
    if (atOnce) {
      // Tokens by the old secret end with it.
      recording.endTokens(TokenHolder.client(after.clientId()));
    }
    return issued;
  }

  /** Revokes a client, which gets no token any more; says nothing when that is done already. */
  public Client revoke(Recording recording, Client before) {
    return before.status() == ClientStatus.ACTIVE
        ? update(recording, EventType.CLIENT_REVOKED, before, before.revoked())
        : before;
  }

  /**
   * Replaces the scopes that a client may request; records nothing if they are the same. VALIDATION
   * if one is not a scope-token.
   */
  public Client setScopes(Recording recording, Client before, Set<String> scopes) {
    Set<String> fit = new NewClient(before.organization(), before.subject(), scopes).scopes();
    requireKnown(fit);
    Client after = before.withScopes(sorted(fit));
    return after.equals(before)
        ? before
        : update(recording, EventType.CLIENT_UPDATED, before, after);
  }

  /**
   * Sets if a client gets tokens with a DPoP proof alone; its tokens end when that begins. Records
   * nothing if it is so already.
   */
  public Client setDpopBound(Recording recording, Client before, boolean bound) {
    return before.dpopBoundAccessTokens() == bound
        ? before
        : update(recording, EventType.CLIENT_UPDATED, before, before.withDpop(bound));
  }

  private Client update(Recording recording, EventType type, Client before, Client after) {
    store.update(recording, after);
    if (after.status() == ClientStatus.REVOKED
        || narrows(before.scopes(), after.scopes())
        || (after.dpopBoundAccessTokens() && !before.dpopBoundAccessTokens())) {
      recording.endTokens(TokenHolder.client(after.clientId()));
    }
    recording.add(Effect.changed(type, TARGET, after.clientId(), before, after));
    return after;
  }

  /** No scopes at all are no ceiling, so that the first one narrows. */
  private static boolean narrows(Set<String> before, Set<String> after) {
    return !after.isEmpty()
        && (before.isEmpty() || !before.stream().allMatch(scope -> Scopes.cover(after, scope)));
  }

  private IssuedClient insert(
      Recording recording, NewClient request, IssuedClient issued, boolean development) {
    Client client = client(recording, request, issued.clientId(), null, development);
    store.insert(recording, client, SecretHash.of(issued.secret(), random));
    made(recording, client);
    return issued;
  }

  /** The client to be made; with a secret if it has no keys. */
  private Client client(
      Recording recording,
      NewClient request,
      String clientId,
      @Nullable JsonWebKeys keys,
      boolean development) {
    if (!request.organization().equals(recording.organization())) {
      throw new IllegalArgumentException(
          "the change and the client belong to different organizations");
    }
    requireKnown(request.scopes());
    return new Client(
        clientId,
        request.organization(),
        request.subject(),
        ClientStatus.ACTIVE,
        development,
        sorted(request.scopes()),
        recording.at(),
        keys == null ? ClientAuthMethod.CLIENT_SECRET : ClientAuthMethod.PRIVATE_KEY_JWT,
        keys == null ? Collections.emptySortedMap() : keys.thumbprints(),
        request.dpopBoundAccessTokens(),
        null);
  }

  private static SortedSet<String> sorted(Set<String> scopes) {
    return Collections.unmodifiableSortedSet(new TreeSet<>(scopes));
  }

  private void made(Recording recording, Client client) {
    control.made(recording, client, true);
    recording.add(Effect.created(EventType.CLIENT_CREATED, TARGET, client.clientId(), client));
  }

  private Secret randomSecret() {
    byte[] secret = new byte[SECRET_BYTES];
    random.nextBytes(secret);
    return new Secret(Base64.getUrlEncoder().withoutPadding().encodeToString(secret));
  }

  private String randomId() {
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    return "client_" + Base32.encode(id);
  }

  /** A name that does not exist would leave a client without any permission, and say nothing. */
  private void requireKnown(Set<String> scopes) {
    for (String scope : scopes) {
      if (!names.isKnown(scope)) {
        throw IamException.validation("scopes", "unknown permission '" + scope + "'");
      }
    }
  }

  /**
   * Makes an active client with a random name (128 bits) that proves itself by signatures, and has
   * no secret.
   */
  public Client createWithKeys(Recording recording, NewClient request, JsonWebKeys keys) {
    Client client = client(recording, request, randomId(), keys, false);
    store.insertWithKeys(recording, client, keys);
    made(recording, client);
    return client;
  }

  /**
   * Gives a client other keys, at once and in place of all that it had: to rotate, name the old one
   * beside the new one first. When one goes, the client's tokens end with it. The keys that it has
   * already leave no trace.
   *
   * @throws IamException NOT_FOUND for a client that is unknown or another organization's, CONFLICT
   *     for one that is revoked or has a secret
   */
  public Client replaceKeys(Recording recording, String clientId, JsonWebKeys keys) {
    ClientRow row =
        query
            .find(clientId)
            .filter(each -> each.client().organization().equals(recording.organization()))
            .orElseThrow(IamException::notFound);
    Client before = row.client();
    if (before.status() != ClientStatus.ACTIVE) {
      throw IamException.conflict("The client is revoked.");
    }
    if (before.authMethod() != ClientAuthMethod.PRIVATE_KEY_JWT) {
      throw IamException.conflict("The client authenticates with a secret, not with keys.");
    }
    Client after = before.withKeys(keys);
    if (!keys.equals(row.keys())) {
      store.replaceKeys(recording, clientId, keys);
      control.made(
          recording, after, Collections.disjoint(after.keys().values(), before.keys().values()));
      recording.add(
          Effect.changed(EventType.CLIENT_KEYS_REPLACED, TARGET, clientId, before, after));
      if (!after.keys().entrySet().containsAll(before.keys().entrySet())) {
        // Others may have a removed key: tokens by it end with it.
        recording.endTokens(TokenHolder.client(clientId));
      }
    }
    return after;
  }

  /**
   * Base 32 (RFC 4648, section 6) in lower case without padding: one case, no look-alikes of 0, 1.
   */
  static final class Base32 {

    private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
    private static final int BITS = 5;

    private Base32() {}

    static String encode(byte[] bytes) {
      StringBuilder text = new StringBuilder((bytes.length * Byte.SIZE + BITS - 1) / BITS);
      int pending = 0;
      int bits = 0;
      for (byte next : bytes) {
        pending = (pending << Byte.SIZE) | (next & 0xff);
        bits += Byte.SIZE;
        while (bits >= BITS) {
          bits -= BITS;
          text.append(ALPHABET.charAt((pending >>> bits) & 31));
        }
      }
      if (bits > 0) {
        text.append(ALPHABET.charAt((pending << (BITS - bits)) & 31));
      }
      return text.toString();
    }
  }
}
