package io.iamplane.decision.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.iamplane.shared.UuidV7;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records are written as Jackson would write them, byte for byte. */
class RecordLineTest {

  private final RecordLine line = new RecordLine();

  @Test
  void everyCharacterIsWrittenAsJacksonWritesIt() throws IOException {
    StringBuilder all = new StringBuilder();
    for (int each = 0; each <= Character.MAX_VALUE; each++) {
      all.append((char) each);
    }

    line.begin().text(all.toString());

    assertThat(written()).isEqualTo(jackson(to -> to.writeString(all.toString())));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, 7, Long.MIN_VALUE, Long.MAX_VALUE})
  void wholeNumbersAreWrittenAsJacksonWritesThem(long number) throws IOException {
    line.begin().number(number);

    assertThat(written()).isEqualTo(jackson(to -> to.writeNumber(number)));
  }

  @ParameterizedTest
  @ValueSource(
      doubles = {
        0,
        -0.0,
        0.1,
        1e300,
        -2.5,
        Double.MIN_VALUE,
        Double.MAX_VALUE,
        Double.NaN,
        Double.NEGATIVE_INFINITY
      })
  void otherNumbersAreWrittenAsJacksonWritesThem(double number) throws IOException {
    line.begin().number(number);

    assertThat(written()).isEqualTo(jackson(to -> to.writeNumber(number)));
  }

  @Test
  void idsAreWrittenAsTheirText() {
    Random random = new Random(11);
    for (int i = 0; i < 1_000; i++) {
      UUID id = i == 0 ? UuidV7.next() : new UUID(random.nextLong(), random.nextLong());
      line.begin().open('{');
      line.uuid(RecordMember.ID, id);
      line.close('}');

      assertThat(written()).isEqualTo("{\"id\":\"" + id + "\"}");
    }
  }

  /** Trees of any form: commas and brackets stand where they have to. */
  @Test
  void structuresAreWrittenAsJacksonWritesThem() throws IOException {
    for (int seed = 0; seed < 500; seed++) {
      int tree = seed;
      line.begin();
      write(new Random(tree), 4);

      assertThat(written()).isEqualTo(jackson(to -> write(to, new Random(tree), 4)));
    }
  }

  @Test
  void aReferenceIsOneText() {
    line.begin().open('{');
    line.reference(RecordMember.SUBJECT, "us\"er", "ännchen:1");
    line.reference(RecordMember.OBJECT, "", "");
    line.close('}');

    assertThat(written()).isEqualTo("{\"subject\":\"us\\\"er:\\u00E4nnchen:1\",\"object\":\":\"}");
  }

  @Test
  void membersOfAnotherObjectAreJoined() {
    line.begin().open('{');
    line.text(RecordMember.KEY, "a");
    line.close('}');
    line.join("{\"asked_by\":\"b\"}".getBytes(StandardCharsets.US_ASCII));

    assertThat(written()).isEqualTo("{\"key\":\"a\",\"asked_by\":\"b\"}");
  }

  @Test
  void aRecordThatDidNotEndLeavesNothing() {
    line.begin().open('{');
    line.name("never");
    line.begin().open('[');
    line.close(']');

    assertThat(written()).isEqualTo("[]");
  }

  private void write(Random random, int depth) {
    switch (random.nextInt(depth > 0 ? 6 : 4)) {
      case 0 -> line.text(word(random));
      case 1 -> line.number(random.nextLong());
      case 2 -> line.plain(String.valueOf(random.nextBoolean()));
      case 3 -> line.plain("null");
      case 4 -> {
        line.open('{');
        for (int i = random.nextInt(4); i > 0; i--) {
          line.name(word(random));
          write(random, depth - 1);
        }
        line.close('}');
      }
      default -> {
        line.open('[');
        for (int i = random.nextInt(4); i > 0; i--) {
          write(random, depth - 1);
        }
        line.close(']');
      }
    }
  }

  private static void write(JsonGenerator to, Random random, int depth) throws IOException {
    switch (random.nextInt(depth > 0 ? 6 : 4)) {
      case 0 -> to.writeString(word(random));
      case 1 -> to.writeNumber(random.nextLong());
      case 2 -> to.writeBoolean(random.nextBoolean());
      case 3 -> to.writeNull();
      case 4 -> {
        to.writeStartObject();
        for (int i = random.nextInt(4); i > 0; i--) {
          to.writeFieldName(word(random));
          write(to, random, depth - 1);
        }
        to.writeEndObject();
      }
      default -> {
        to.writeStartArray();
        for (int i = random.nextInt(4); i > 0; i--) {
          write(to, random, depth - 1);
        }
        to.writeEndArray();
      }
    }
  }

  /** A word that may contain delimiters of members and values, too. */
  private static String word(Random random) {
    String signs = "a{}[]:,\"\\ \n\u2028\ud800ä";
    StringBuilder word = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      word.append(signs.charAt(random.nextInt(signs.length())));
    }
    return word.toString();
  }

  private String written() {
    return new String(line.toByteArray(), StandardCharsets.US_ASCII);
  }

  @FunctionalInterface
  private interface Writing {
    void write(JsonGenerator to) throws IOException;
  }

  private static String jackson(Writing writing) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator to =
        new JsonFactoryBuilder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .build()
            .createGenerator(text)) {
      writing.write(to);
    }
    return text.toString();
  }
}
