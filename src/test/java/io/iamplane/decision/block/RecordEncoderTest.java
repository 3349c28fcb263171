package io.iamplane.decision.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.iamplane.decision.block.BodyReader.DamagedBodyException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Records are written as changes of others, and come back byte for byte. */
class RecordEncoderTest {

  private static final int LONGEST = 100_000;
  private static final int MOST = 1_000_000;

  private final BlockDeflater deflater = new BlockDeflater(Deflater.BEST_SPEED);
  private final BodyReader reader = new BodyReader(LONGEST, MOST);

  /**
   * Lengths on both sides of the limit, places that are shared, changes of any place and length.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void anyRecordsComeBack(int seed) throws Exception {
    Random random = new Random(seed);
    int[] lengths = {0, 1, 7, 8, 9, 255, 256, 512, 2_047, 2_048, 4_096, 300};
    List<byte[]> records = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      byte[] record = new byte[lengths[random.nextInt(lengths.length)]];
      int changes = random.nextInt(6);
      for (int change = 0; change < changes && record.length > 0; change++) {
        int from = random.nextInt(record.length);
        int to = Math.min(record.length, from + 1 + random.nextInt(20));
        Arrays.fill(record, from, to, (byte) random.nextInt(256));
      }
      records.add(record);
    }

    assertThat(read(encoded(records))).containsExactlyElementsOf(records);
  }

  @ParameterizedTest
  @CsvSource({
    "abcdefghij, abcdefghij", // the same
    "abcdefghij, Xbcdefghij", // the first byte
    "abcdefghij, abcdefghiX", // the last byte
    "abcdefghij, XYZXYZXYZX", // all
    "aaaaaaaaaaaaaaaaaaaa, aXaaaaaaaaXaaaaaaaaX", // eight equal bytes end a change
    "aaaaaaaaaaaaaaaaaaaa, aXaaaaaaaXaaaaaaaXaa", // seven do not
    "abcdefghij, abcdefghi", // another length
  })
  void aRecordComesBackBehindOneLikeIt(String one, String other) throws Exception {
    List<byte[]> records = List.of(bytes(one), bytes(other), bytes(one), bytes(one));

    assertThat(read(encoded(records))).containsExactlyElementsOf(records);
  }

  @Test
  void recordsOfOneKindTakeAFractionOfTheirText() throws Exception {
    List<byte[]> records =
        IntStream.range(100_000, 101_000)
            .mapToObj(
                id -> bytes("{\"id\":" + id + ",\"outcome\":\"allow\"," + "x".repeat(400) + "}"))
            .toList();

    assertThat(encoded(records)).hasSizeLessThan(1_000 * 5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "05 61 62                | a body that ends within a record",
        "05                      | a body that ends within a record",
        "85                      | a body that ends within a record",
        "02 61 62 02             | a body that ends within a record",
        "02 61 62 02 00          | a body that ends within a record",
        "02 61 62 02 00 01       | a body that ends within a record",
        "02 61 62 02 03          | a change outside its record",
        "02 61 62 02 01 02 63 64 | a change outside its record",
        "02 61 62 02 00 00       | a record with an empty change",
        "ff ff ff ff 0f          | a record that exceeds the maximum length",
        "a1 8d 06                | a record that exceeds the maximum length",
      })
  void anotherBodyIsRefused(String hex, String message) {
    byte[] body = deflated(hex(hex));

    assertThatThrownBy(() -> read(body))
        .isInstanceOf(DamagedBodyException.class)
        .hasMessage(message);
  }

  /** Three bytes stand for two thousand: a small body must not become a large one. */
  @Test
  void repeatedRecordsAreCounted() {
    byte[] record = new byte[2_000];
    byte[] body = encoded(Collections.nCopies(10_000, record));
    assertThat(body).hasSizeLessThan(1_000);
    List<Integer> seen = new ArrayList<>();

    assertThatThrownBy(
            () -> reader.read(new ByteArrayInputStream(body), (_, length) -> seen.add(length)))
        .isInstanceOf(DamagedBodyException.class)
        .hasMessage("a body that exceeds the maximum size");
    assertThat(seen).hasSize(MOST / 2_000);
  }

  /** A length is only a claim: room is taken as the bytes come. */
  @Test
  void aClaimedLengthTakesNoRoom() {
    byte[] claims = hex("a0 8d 06 61");

    assertThatThrownBy(() -> read(deflated(claims)))
        .isInstanceOf(DamagedBodyException.class)
        .hasMessage("a body that ends within a record");
  }

  @Test
  void changedBytesAreReadOrRefusedAndNothingElse() {
    List<byte[]> records = List.of(bytes("abcdefghij"), bytes("abcdeXghij"), bytes("abcdefghiY"));
    Random random = new Random(5);
    byte[] whole = inner(records);
    for (int i = 0; i < 2_000; i++) {
      byte[] changed = whole.clone();
      changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
      try {
        read(deflate(changed));
      } catch (DamagedBodyException _) {
        // As it should be.
      } catch (IOException | RuntimeException e) {
        fail("a changed body", e);
      }
    }
  }

  private byte[] encoded(List<byte[]> records) {
    RecordEncoder encoder = new RecordEncoder(deflater);
    records.forEach(encoder::add);
    return deflater.end();
  }

  private byte[] inner(List<byte[]> records) {
    try (BodyInflater in = new BodyInflater(MOST)) {
      in.begin(new ByteArrayInputStream(encoded(records)));
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      for (int next = in.read(); next >= 0; next = in.read()) {
        all.write(next);
      }
      return all.toByteArray();
    } catch (IOException | DamagedBodyException e) {
      throw new AssertionError(e);
    }
  }

  /** A body in the encoder's form. */
  private byte[] deflated(byte[] text) {
    byte[] body = new byte[1 + text.length];
    body[0] = RecordEncoder.VERSION;
    System.arraycopy(text, 0, body, 1, text.length);
    return deflate(body);
  }

  private byte[] deflate(byte[] body) {
    deflater.begin();
    deflater.append(body, body.length);
    return deflater.end();
  }

  private List<byte[]> read(byte[] body) throws IOException, DamagedBodyException {
    List<byte[]> records = new ArrayList<>();
    reader.read(
        new ByteArrayInputStream(body), (text, length) -> records.add(Arrays.copyOf(text, length)));
    return records;
  }

  private static byte[] hex(String text) {
    return HexFormat.ofDelimiter(" ").parseHex(text.strip());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
