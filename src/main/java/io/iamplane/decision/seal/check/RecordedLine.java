package io.iamplane.decision.seal.check;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.iamplane.decision.block.BlockSummary;
import io.iamplane.decision.block.BodyReader.DamagedBodyException;
import io.iamplane.decision.block.ErasedRecord;
import io.iamplane.decision.log.Outcome;
import io.iamplane.shared.UuidV7;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of a recorded decision that the columns of its block repeat; nothing vouches for
 * those columns.
 */
public final class RecordedLine {

  /** The names in a context are a caller's: they are not kept for the life of the process. */
  private static final JsonFactory JSON =
      new JsonFactoryBuilder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .build();

  private static final String UNORDERED = "records that do not follow one another";

  private @Nullable String id;
  private @Nullable String outcome;
  private @Nullable String subject;
  private @Nullable String key;
  private @Nullable String resource;
  private @Nullable String askedBy;

  private RecordedLine() {}

  /**
   * Adds a record, or the line that an erasure left of one, to a summary.
   *
   * @param text begins with the record
   * @param length of the record, in bytes
   * @throws DamagedBodyException if it is not a record of a decision, or does not follow the last
   */
  public static void add(byte[] text, int length, BlockSummary to) throws DamagedBodyException {
    if (ErasedRecord.isIn(text, length)) {
      addErased(text, length, to);
      return;
    }
    RecordedLine line = new RecordedLine();
    try (JsonParser parser = JSON.createParser(text, 0, length)) {
      line.read(parser);
    } catch (IOException e) {
      throw new DamagedBodyException("a record that is not JSON");
    }
    line.add(to, text, length);
  }

  private static void addErased(byte[] text, int length, BlockSummary to)
      throws DamagedBodyException {
    ErasedRecord erased =
        ErasedRecord.read(text, length)
            .orElseThrow(() -> new DamagedBodyException("a line that no erasure leaves"));
    try {
      to.add(erased);
    } catch (IllegalArgumentException e) {
      throw new DamagedBodyException(UNORDERED);
    }
    count(outcome(erased.outcome()), to);
  }

  private void read(JsonParser parser) throws IOException, DamagedBodyException {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw new DamagedBodyException("a record that is not a JSON object");
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      if (parser.nextToken() == JsonToken.VALUE_STRING) {
        member(name, parser);
      } else {
        parser.skipChildren();
      }
    }
    if (parser.nextToken() != null) {
      throw new DamagedBodyException("a record with more than a JSON object");
    }
  }

  private void member(String name, JsonParser parser) throws IOException {
    switch (name) {
      case "id" -> id = parser.getText();
      case "outcome" -> outcome = parser.getText();
      case "subject" -> subject = parser.getText();
      case "key" -> key = parser.getText();
      case "resource" -> resource = parser.getText();
      case "asked_by" -> askedBy = parser.getText();
      default -> {
        // No column repeats it.
      }
    }
  }

  private void add(BlockSummary to, byte[] text, int length) throws DamagedBodyException {
    if (id == null || subject == null || key == null) {
      throw new DamagedBodyException("a record without id, subject or key");
    }
    Outcome came = outcome(outcome);
    try {
      to.add(
          UuidV7.parse(id)
              .orElseThrow(() -> new DamagedBodyException("a record without an id of a decision")),
          text,
          length);
    } catch (IllegalArgumentException e) {
      throw new DamagedBodyException(UNORDERED);
    }
    count(came, to);
    to.nameSubject(subject);
    to.nameKey(key);
    if (resource != null) {
      to.nameResource(resource);
    }
    if (askedBy != null) {
      to.nameAsker(askedBy);
    }
  }

  private static void count(Outcome outcome, BlockSummary to) {
    switch (outcome) {
      case ALLOW -> {}
      case DENY -> to.countDenied(false);
      case STEP_UP -> to.countDenied(true);
    }
  }

  private static Outcome outcome(@Nullable String text) throws DamagedBodyException {
    return Arrays.stream(Outcome.values())
        .filter(each -> each.wire().equals(text))
        .findFirst()
        .orElseThrow(() -> new DamagedBodyException("a record without an outcome"));
  }
}
