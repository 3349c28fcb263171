package io.iamplane.migrate.spicedb;

import io.iamplane.migrate.FilePlace;
import io.iamplane.migrate.PeerFaults;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.PeerObject;
import io.iamplane.migrate.PeerTuple;
import io.iamplane.migrate.text.DocumentNode;
import io.iamplane.migrate.text.DocumentNode.Members;
import io.iamplane.migrate.text.DocumentReader;
import io.iamplane.migrate.text.DocumentShape;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads relationships as text: {@code doc:plan#viewer@user:ann}, with {@code #member} behind a
 * subject that is a userset, {@code [caveat:{"a": 1}]} and {@code
 * [expiration:2030-01-01T00:00:00Z]}.
 */
public final class ZedRelationships {

  private static final String EXPIRATION = "expiration:";
  private static final String FORM = "a relationship must have the form doc:plan#viewer@user:ann";

  private ZedRelationships() {}

  /** The relationship of a line; null for a blank line or a comment, and after a fault. */
  public static @Nullable PeerTuple line(FilePlace place, String line, PeerFaults faults)
      throws PeerFaultsException {
    String text = line.strip();
    if (text.isEmpty() || text.startsWith("//")) {
      return null;
    }
    try {
      return read(place, line);
    } catch (PeerFaultsException e) {
      faults.add(e.faults().getFirst().place(), e.faults().getFirst().message());
      return null;
    }
  }

  public static PeerTuple read(FilePlace place, String line) throws PeerFaultsException {
    String text = line.strip();
    FilePlace begin = place.plus(0, line.indexOf(text));
    int hash = text.indexOf('#');
    int at = text.indexOf('@', Math.max(0, hash));
    int bracket = text.indexOf('[', Math.max(0, at));
    String subject = bracket < 0 ? text.substring(at + 1) : text.substring(at + 1, bracket);
    if (hash <= 0 || at <= hash + 1) {
      throw new PeerFaultsException(begin, FORM);
    }
    int userset = subject.indexOf('#');
    String relation = userset < 0 ? null : subject.substring(userset + 1);
    PeerObject object = PeerObject.parse(text.substring(0, hash));
    PeerObject of = PeerObject.parse(userset < 0 ? subject : subject.substring(0, userset));
    if (object == null || of == null || (relation != null && relation.isEmpty())) {
      throw new PeerFaultsException(begin, FORM);
    }
    PeerTuple plain =
        PeerTuple.of(
            object,
            text.substring(hash + 1, at),
            of,
            relation == null || relation.equals("...") ? null : relation,
            begin);
    return bracket < 0 ? plain : traits(plain, begin.plus(0, bracket), text.substring(bracket));
  }

  private static PeerTuple traits(PeerTuple plain, FilePlace place, String text)
      throws PeerFaultsException {
    String caveat = null;
    Map<String, @Nullable Object> context = Map.of();
    Instant expires = null;
    int at = 0;
    while (at < text.length()) {
      int end = text.charAt(at) == '[' ? endOf(text, at) : -1;
      if (end < 0) {
        throw new PeerFaultsException(
            place.plus(0, at), "expected [caveat:{...}] or [expiration:...]");
      }
      String trait = text.substring(at + 1, end);
      if (trait.startsWith(EXPIRATION)) {
        expires = time(place, trait.substring(EXPIRATION.length()));
      } else {
        int colon = trait.indexOf(':');
        caveat = colon < 0 ? trait : trait.substring(0, colon);
        context =
            colon < 0 ? Map.of() : DocumentShape.stored(context(place, trait.substring(colon + 1)));
      }
      at = end + 1;
    }
    return plain.with(caveat, context, expires);
  }

  /** The position of the bracket that ends a part, past texts and lists; -1 if absent. */
  private static int endOf(String text, int from) {
    int open = 0;
    boolean quoted = false;
    for (int at = from; at < text.length(); at++) {
      char c = text.charAt(at);
      if (quoted) {
        if (c == '\\') {
          at++;
        } else if (c == '"') {
          quoted = false;
        }
      } else if (c == '"') {
        quoted = true;
      } else if (c == '[') {
        open++;
      } else if (c == ']' && --open == 0) {
        return at;
      }
    }
    return -1;
  }

  private static @Nullable Instant time(FilePlace place, String text) throws PeerFaultsException {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw new PeerFaultsException(
          place, "an expiration must be a time such as 2030-01-01T00:00:00Z");
    }
  }

  static Members context(FilePlace place, String json) throws PeerFaultsException {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    try {
      DocumentNode document =
          DocumentReader.of("context.json", new ByteArrayInputStream(bytes)).whole();
      PeerFaults faults = new PeerFaults();
      Members values = new DocumentShape(faults).members(document, "the value");
      faults.refuse();
      return values;
    } catch (PeerFaultsException e) {
      throw new PeerFaultsException(
          place, "invalid caveat context: " + e.faults().getFirst().message());
    } catch (IOException e) {
      throw new IllegalStateException("reading from memory failed", e);
    }
  }
}
