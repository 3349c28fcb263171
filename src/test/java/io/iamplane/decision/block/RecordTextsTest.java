package io.iamplane.decision.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.decision.block.BodyReader.DamagedBodyException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each reader of records reads its members by this one. */
class RecordTextsTest {

  private static final String RECORD =
      "{'id':'x','matched':[{'type':'grant','key':'k','id':'g'},{'type':'grant','id':'h'}],"
          + "'version':7,'subject':'user:ann','context':{'subject':'user:eve','id':'y'}";

  private final RecordTexts quick =
      RecordTexts.quick("id", "subject", RecordTexts.MATCH_TYPE, RecordTexts.MATCH_ID);
  private final RecordTexts whole = RecordTexts.whole("id", "subject", "resource");

  private static byte[] line(String record) {
    return record.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void theRecordsOwnTextsAndTheFirstMatchAreRead() throws DamagedBodyException {
    quick.read(line(RECORD + "}"));
    assertThat(quick.text("id")).isEqualTo("x");
    assertThat(quick.text("subject")).isEqualTo("user:ann");
    assertThat(quick.text(RecordTexts.MATCH_TYPE)).isEqualTo("grant");
    assertThat(quick.text(RecordTexts.MATCH_ID)).isEqualTo("g");
  }

  /** A text of the record before must not be taken for one of this. */
  @Test
  void nothingIsKeptOfTheRecordBefore() throws DamagedBodyException {
    quick.read(line(RECORD + "}"));
    quick.read(line("{'id':'z','matched':[]}"));
    assertThat(quick.text("id")).isEqualTo("z");
    assertThat(quick.text("subject")).isEmpty();
    assertThat(quick.text(RecordTexts.MATCH_ID)).isEmpty();
    assertThat(quick.has("id")).isTrue();
    assertThat(quick.has("id", "subject")).isFalse();
  }

  @Test
  void theQuickOneStopsAtTheLastTextAndTheOtherReadsToTheEnd() throws DamagedBodyException {
    byte[] cut = line(RECORD);
    assertThat(quick.read(cut).text("subject")).isEqualTo("user:ann");
    assertThatThrownBy(() -> whole.read(cut)).isInstanceOf(DamagedBodyException.class);
    assertThat(whole.read(line(RECORD + "}")).text("subject")).isEqualTo("user:ann");
    assertThat(whole.text("resource")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          []                       | a record that is not a JSON object
          ``                       | a record that is not a JSON object
          no                       | a record that is not valid JSON
          {'id':'x'                | a record that is not valid JSON
          {'id':'x'} {}            | a record with data after its JSON object
          {'id':'x','id':'y'}      | a record with a duplicate member
          """)
  void anotherTextIsDamaged(String text, String message) {
    assertThatThrownBy(() -> whole.read(line(text)))
        .isInstanceOf(DamagedBodyException.class)
        .hasMessage(message);
  }
}
