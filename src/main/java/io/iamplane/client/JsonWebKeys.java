package io.iamplane.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.key.Es256;
import io.iamplane.shared.IamException;
import io.iamplane.shared.json.FieldErrors;
import io.iamplane.shared.json.JsonForm;
import io.iamplane.shared.json.JsonMembers;
import java.security.interfaces.ECPublicKey;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The public keys of a client: a JWK set (RFC 7517, section 5) of 1 to {@value #MAX_KEYS} keys on
 * P-256. A key without a name gets its thumbprint (RFC 7638) for one.
 */
public final class JsonWebKeys {

  /** Enough to rotate many times over before the oldest must go. */
  public static final int MAX_KEYS = 10;

  /** The empty set, also for an unknown client. */
  static final JsonWebKeys NONE = new JsonWebKeys(Collections.emptySortedMap());

  private static final String PLACE = "jwks";

  private final SortedMap<String, ECPublicKey> keys;
  private final SortedMap<String, String> thumbprints;

  private JsonWebKeys(SortedMap<String, ECPublicKey> keys) {
    this.keys = keys;
    SortedMap<String, String> names = new TreeMap<>();
    keys.forEach((kid, key) -> names.put(kid, Es256.thumbprint(key)));
    this.thumbprints = Collections.unmodifiableSortedMap(names);
  }

  /**
   * Reads the member {@code jwks} of a request. Unknown members are ignored and not kept (RFC 7517,
   * sections 4 and 5); a private one is refused, so that its owner hears of it.
   *
   * @throws IamException VALIDATION with the place, such as {@code jwks.keys[1].crv}, and never the
   *     value, which may be a private key
   */
  public static JsonWebKeys parse(JsonNode jwks) {
    JsonMembers set = JsonMembers.of(JsonForm.EXACT, FieldErrors.FIRST, PLACE, jwks);
    List<JsonMembers> listed = Objects.requireNonNull(set.objects("keys", MAX_KEYS));
    if (listed.isEmpty()) {
      set.fault("keys", "must be an array of 1 to " + MAX_KEYS + " keys");
    }
    SortedMap<String, ECPublicKey> keys = new TreeMap<>();
    for (JsonMembers each : listed) {
      PublicJwk jwk = new PublicJwk(each);
      ECPublicKey key = jwk.key();
      if (keys.putIfAbsent(jwk.kid().orElseGet(() -> Es256.thumbprint(key)), key) != null) {
        each.fault("kid", "is the kid of another key of the set");
      }
    }
    return new JsonWebKeys(keys);
  }

  /** Reads the text of {@link #json()}. */
  static JsonWebKeys stored(String json) {
    try {
      return parse(Mapper.PLAIN.readTree(json));
    } catch (JsonProcessingException | IamException e) {
      throw new IllegalStateException("a column does not hold the keys that were written", e);
    }
  }

  /**
   * The key that a signature names.
   *
   * @param kid null when it names none, which is clear only when there is one key
   */
  public Optional<ECPublicKey> find(@Nullable String kid) {
    if (kid != null) {
      return Optional.ofNullable(keys.get(kid));
    }
    return keys.size() == 1 ? keys.values().stream().findFirst() : Optional.empty();
  }

  /** The keys' own names (RFC 7638) by the names that the client gave them. */
  public SortedMap<String, String> thumbprints() {
    return thumbprints;
  }

  /** The set as JSON, with the members that were read and no others. */
  String json() {
    ObjectNode set = JsonNodeFactory.instance.objectNode();
    ArrayNode listed = set.putArray("keys");
    keys.forEach((kid, key) -> listed.add(PublicJwk.json(kid, key)));
    return set.toString();
  }

  @Override
  public String toString() {
    return "keys " + keys.keySet();
  }

  private static final class Mapper {
    static final ObjectMapper PLAIN = new ObjectMapper();
  }
}
