package io.iamplane.directory.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.json.FieldErrors;
import io.iamplane.shared.json.JsonForm;
import io.iamplane.shared.json.JsonMembers;
import java.security.PublicKey;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The public keys of a client: of a JWK set (RFC 7517, section 5), the 1 to {@value #MAX_KEYS} keys
 * that are for signatures. A key without a name gets its thumbprint (RFC 7638) for one.
 */
public final class JsonWebKeys {

  /** Enough to rotate many times over before the oldest must go. */
  public static final int MAX_KEYS = 10;

  /** The most keys of a set, with those for encryption, which are passed over. */
  private static final int MAX_LISTED = 30;

  /** The empty set, also for an unknown client. */
  static final JsonWebKeys NONE = new JsonWebKeys(Collections.emptySortedMap());

  private static final String PLACE = "jwks";

  private final SortedMap<String, AssertionKey> keys;
  private final SortedMap<String, String> thumbprints;

  private JsonWebKeys(SortedMap<String, AssertionKey> keys) {
    this.keys = keys;
    SortedMap<String, String> names = new TreeMap<>();
    keys.forEach((kid, key) -> names.put(kid, key.thumbprint()));
    this.thumbprints = Collections.unmodifiableSortedMap(names);
  }

  /**
   * Reads the member {@code jwks} of a request. Unknown members and keys for encryption are ignored
   * and not kept (RFC 7517, sections 4 and 5); a private member is refused, so that its owner hears
   * of it, and so is a key for signatures that cannot be used here.
   *
   * @throws IamException VALIDATION with the place, such as {@code jwks.keys[1].crv}, and never the
   *     value, which may be a private key
   */
  public static JsonWebKeys parse(JsonNode jwks) {
    JsonMembers set = JsonMembers.of(JsonForm.EXACT, FieldErrors.FIRST, PLACE, jwks);
    SortedMap<String, AssertionKey> keys = new TreeMap<>();
    for (JsonMembers each : Objects.requireNonNull(set.objects("keys", MAX_LISTED))) {
      PublicJwk jwk = new PublicJwk(each);
      if (jwk.isForSigning()) {
        AssertionKey key = jwk.key();
        if (keys.putIfAbsent(jwk.kid().orElseGet(key::thumbprint), key) != null) {
          each.fault("kid", "must differ from the 'kid' of every other key in the set");
        }
      }
    }
    if (keys.isEmpty() || keys.size() > MAX_KEYS) {
      set.fault("keys", "must contain 1 to " + MAX_KEYS + " signature keys");
    }
    return new JsonWebKeys(keys);
  }

  static JsonWebKeys stored(String json) {
    try {
      return parse(Mapper.PLAIN.readTree(json));
    } catch (JsonProcessingException | IamException e) {
      throw new IllegalStateException("the stored keys of a client are invalid", e);
    }
  }

  /**
   * The key that a signature names, if it is for that algorithm; without a name, if it is the only
   * one for the algorithm.
   */
  public Optional<PublicKey> find(@Nullable String kid, AssertionAlgorithm algorithm) {
    Stream<AssertionKey> named =
        kid == null ? keys.values().stream() : Stream.ofNullable(keys.get(kid));
    List<AssertionKey> fitting = named.filter(key -> key.takes(algorithm)).toList();
    return fitting.size() == 1 ? Optional.of(fitting.getFirst().key()) : Optional.empty();
  }

  /** The keys' own names (RFC 7638) by the names that the client gave them. */
  public SortedMap<String, String> thumbprints() {
    return thumbprints;
  }

  /** The set as JSON, with the members that were read and no others. */
  String json() {
    ObjectNode set = JsonNodeFactory.instance.objectNode();
    ArrayNode listed = set.putArray("keys");
    keys.forEach((kid, key) -> listed.add(key.json(kid)));
    return set.toString();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JsonWebKeys that && json().equals(that.json());
  }

  @Override
  public int hashCode() {
    return json().hashCode();
  }

  @Override
  public String toString() {
    return "keys " + keys.keySet();
  }

  private static final class Mapper {
    static final ObjectMapper PLAIN = new ObjectMapper();
  }
}
