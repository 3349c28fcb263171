package io.iamplane.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** PostgreSQL reads the columns of rows as they were given. */
@QuarkusTest
class ArrayParameterDbTest {

  private static final String YEAR_2000 = "2000-01-01T00:00:00Z";

  @Inject Sql sql;

  @Test
  void idsAreReadAsTheyAre() {
    List<UUID> ids = List.of(new UUID(0, 0), new UUID(-1, -1), UUID.randomUUID());
    assertThat(read("uuid", new Columns<>(ids).ids(id -> id)))
        .containsExactlyElementsOf(ids.stream().map(UUID::toString).toList());
  }

  @Test
  void numbersAreReadAsTheyAre() {
    List<Long> numbers = List.of(0L, -1L, Long.MIN_VALUE, Long.MAX_VALUE);
    assertThat(read("bigint", new Columns<>(numbers).numbers(number -> number)))
        .containsExactly("0", "-1", "-9223372036854775808", "9223372036854775807");
  }

  @Test
  void textsAreReadAsTheyAre() {
    List<String> texts = List.of("", "NULL", "null", "{\"a\\,\"}", "Zoë 漢字 🚀", " \n\t");
    assertThat(read("text", texts(texts))).containsExactlyElementsOf(texts);
  }

  @Test
  void nothingIsNotTheWordForIt() {
    List<@Nullable String> texts = Arrays.asList(null, "null", null);
    assertThat(read("text", texts(texts))).containsExactly(null, "null", null);
    assertThat(read("timestamptz", times(Arrays.asList(null, Instant.EPOCH))))
        .containsExactly(null, "1970-01-01 00:00:00");
  }

  @Test
  void bytesAreReadAsTheyAre() {
    List<byte[]> values = List.of(new byte[0], new byte[] {0, -1, 127});
    assertThat(read("bytea", new Columns<>(values).bytes(value -> value)))
        .containsExactly("\\x", "\\x00ff7f");
  }

  @ParameterizedTest
  @CsvSource({
    YEAR_2000 + ",2000-01-01 00:00:00",
    "1999-12-31T23:59:59.999999Z,1999-12-31 23:59:59.999999",
    "2026-11-26T18:12:01.616483Z,2026-11-26 18:12:01.616483",
    // To the nearest microsecond, as the driver rounds a single one.
    "2026-11-26T18:12:01.616483499Z,2026-11-26 18:12:01.616483",
    "2026-11-26T18:12:01.999999500Z,2026-11-26 18:12:02",
    "0000-06-01T00:00:00Z,0001-06-01 00:00:00 BC",
    "-4712-01-01T00:00:00Z,4713-01-01 00:00:00 BC",
    "+294276-12-31T23:59:59.999999Z,294276-12-31 23:59:59.999999",
  })
  void timesAreReadToTheMicrosecond(String time, String read) {
    assertThat(read("timestamptz", times(List.of(Instant.parse(time))))).containsExactly(read);
    assertThat(
            sql.list(
                "SELECT (?::timestamptz AT TIME ZONE 'UTC')::text",
                row -> row.getString(1),
                at(time)))
        .as("a single one")
        .containsExactly(read);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "+294277-01-01T00:00:00Z",
        "-4714-01-01T00:00:00Z",
        "+1000000000-12-31T23:59:59.999999999Z",
        "-1000000000-01-01T00:00:00Z"
      })
  void aTimeThatThereIsNoneForIsRefused(String time) {
    assertThatThrownBy(() -> read("timestamptz", times(List.of(Instant.parse(time)))))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("timestamp out of range");
  }

  @Test
  void aCharacterThatNoTextMayHoldIsRefused() {
    assertThatThrownBy(() -> read("text", texts(List.of("a\0b"))))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("invalid byte sequence");
  }

  @Test
  void noRowsAreAnEmptyArray() {
    assertThat(read("text", texts(List.of()))).isEmpty();
    assertThat(sql.list("SELECT ?::uuid[] = '{}'", row -> row.getBoolean(1), ids(List.of())))
        .containsExactly(true);
  }

  @Test
  void whatIsPutTogetherKeepsItsOrder() {
    List<@Nullable String> many =
        IntStream.range(0, 500).mapToObj(i -> i % 7 == 0 ? null : "row " + i).toList();
    Object together =
        IntStream.range(0, 50)
            .mapToObj(i -> write(many.subList(i * 10, i * 10 + 10)))
            .reduce((a, b) -> Write.merged(List.of(a, b)).getFirst())
            .orElseThrow()
            .parameters()[0];
    assertThat(read("text", together)).containsExactlyElementsOf(many);
  }

  @Test
  void differentColumnsAreNotPutTogether() {
    Write ids = new Write(1, "INSERT", ids(List.of(UUID.randomUUID())));
    Write texts = new Write(1, "INSERT", texts(List.of("text")));
    assertThatThrownBy(() -> Write.merged(List.of(ids, texts)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theSizeIsWhatTextsAndBytesTake() {
    assertThat(new Write(2, "INSERT", texts(Arrays.asList("Zoë", null))).size()).isEqualTo(4);
    assertThat(new Write(1, "INSERT", ids(List.of(UUID.randomUUID()))).size()).isZero();
    assertThat(write(List.of("ab", "c")).size()).isEqualTo(3);
  }

  private static Write write(List<@Nullable String> texts) {
    return new Write(texts.size(), "INSERT", texts(texts));
  }

  private static Object texts(List<@Nullable String> texts) {
    return new Columns<>(texts).texts(Function.identity());
  }

  private static Object ids(List<UUID> ids) {
    return new Columns<>(ids).ids(id -> id);
  }

  private static Object times(List<@Nullable Instant> times) {
    return new Columns<>(times).times(Function.identity());
  }

  private static Instant at(String time) {
    return Instant.parse(time);
  }

  /** The elements as PostgreSQL stores them, as text, with times in UTC. */
  private List<@Nullable String> read(String type, Object column) {
    String text = type.equals("timestamptz") ? "(e AT TIME ZONE 'UTC')::text" : "e::text";
    return sql.list(
        "SELECT %s FROM unnest(?::%s[]) WITH ORDINALITY AS a (e, at) ORDER BY at"
            .formatted(text, type),
        row -> row.getString(1),
        column);
  }
}
