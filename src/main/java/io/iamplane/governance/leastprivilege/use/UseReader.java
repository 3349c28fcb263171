package io.iamplane.governance.leastprivilege.use;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.iamplane.shared.UuidV7;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** Reads only the deciding grant from a record of the decision log. */
public final class UseReader {

  private static final String ALLOW = "allow";
  private static final String GRANT = "grant";

  private final JsonFactory json = new JsonFactory();

  private static final class Seen {
    String at = "";
    String outcome = "";
    String subject = "";
    String key = "";
    String matchType = "";
    String matchId = "";
  }

  /**
   * Reads the use of a grant; empty if the decision was a denial, or not by a grant.
   *
   * @param line one JSON object in UTF-8
   * @throws RuntimeException if it is no record: an unreadable one must not look unused
   */
  public Optional<GrantUse> read(byte[] line) {
    Seen seen = seen(line);
    if (!seen.outcome.equals(ALLOW) || !seen.matchType.equals(GRANT)) {
      return Optional.empty();
    }
    UUID grant =
        UuidV7.parse(seen.matchId)
            .orElseThrow(() -> new IllegalArgumentException("decided by no id of a grant"));
    return Optional.of(new GrantUse(grant, seen.subject, seen.key, Instant.parse(seen.at)));
  }

  /**
   * The subject and the result of a record.
   *
   * @param subject {@code type:id}
   */
  public record Head(Instant at, String subject, boolean allowed) {}

  /**
   * Reads the subject and the result of a record.
   *
   * @throws RuntimeException if it is no record
   */
  public Head head(byte[] line) {
    Seen seen = seen(line);
    return new Head(Instant.parse(seen.at), seen.subject, seen.outcome.equals(ALLOW));
  }

  private Seen seen(byte[] line) {
    Seen seen = new Seen();
    try (JsonParser parser = json.createParser(line)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException("a recorded decision is an object");
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        switch (name) {
          case "at" -> seen.at = parser.getText();
          case "outcome" -> seen.outcome = parser.getText();
          case "subject" -> seen.subject = parser.getText();
          case "key" -> seen.key = parser.getText();
          case "matched" -> match(parser, seen);
          default -> parser.skipChildren();
        }
      }
      return seen;
    } catch (IOException e) {
      throw new UncheckedIOException("a recorded decision is not the JSON that was written", e);
    }
  }

  /** Reads the first of a list of objects: the deciding one. */
  private static void match(JsonParser parser, Seen seen) throws IOException {
    boolean first = true;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (!first || parser.currentToken() != JsonToken.START_OBJECT) {
        parser.skipChildren();
        continue;
      }
      first = false;
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        if (name.equals("type")) {
          seen.matchType = parser.getText();
        } else if (name.equals("id")) {
          seen.matchId = parser.getText();
        } else {
          parser.skipChildren();
        }
      }
    }
  }
}
