package io.iamplane.decision.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.decision.block.BodyReader.DamagedBodyException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A body is read record by record, and one that no process wrote is refused. */
class BodyReaderTest {

  private static final int LONGEST = 200_000;
  private static final int MOST = 1_000_000;

  private final BodyReader reader = new BodyReader(LONGEST, MOST);

  @Test
  void recordsComeOneAfterTheOther() throws Exception {
    assertThat(read(deflated("one\ntwo\n\nfour\n"))).containsExactly("one", "two", "", "four");
    assertThat(read(deflated("again\n"))).as("by the same reader").containsExactly("again");
    assertThat(read(deflated(""))).isEmpty();
  }

  @Test
  void theyAreThoseThatAreReadElsewhere() throws Exception {
    Random random = new Random(11);
    StringBuilder text = new StringBuilder();
    for (int length : new int[] {0, 1, 65_535, 65_536, 65_537, 131_072, 199_999, 3}) {
      random.ints(length, 'a', 'z' + 1).forEach(text::appendCodePoint);
      text.append('\n');
    }
    byte[] body = deflated(text.toString());

    assertThat(read(body))
        .containsExactlyElementsOf(
            BlockLines.of(body).stream()
                .map(line -> new String(line, StandardCharsets.US_ASCII))
                .toList());
  }

  @Test
  void aBodyMayComeByteByByte() throws Exception {
    byte[] body = deflated("one\ntwo\n");
    InputStream slow =
        new ByteArrayInputStream(body) {
          @Override
          public synchronized int read(byte[] into, int from, int length) {
            return super.read(into, from, Math.min(1, length));
          }
        };
    List<String> found = new ArrayList<>();
    reader.read(slow, (text, length) -> found.add(text(text, length)));
    assertThat(found).containsExactly("one", "two");
  }

  @Test
  void aBodyThatIsCutAnywhereIsRefused() {
    byte[] body = deflated("{\"a\":1}\n{\"a\":2}\n");
    for (int length = 0; length < body.length; length++) {
      byte[] cut = Arrays.copyOf(body, length);
      assertThatThrownBy(() -> read(cut))
          .as("%d bytes", length)
          .isInstanceOf(DamagedBodyException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 65_536, 200_000})
  void bytesBehindTheEndAreRefused(int more) {
    byte[] body = deflated("one\n");

    assertThatThrownBy(() -> read(Arrays.copyOf(body, body.length + more)))
        .isInstanceOf(DamagedBodyException.class)
        .hasMessage("a body with trailing bytes");
  }

  @Test
  void aBodyWithinARecordIsRefused() {
    assertThatThrownBy(() -> read(deflated("one\ntw")))
        .isInstanceOf(DamagedBodyException.class)
        .hasMessage("a body that ends within a record");
  }

  @Test
  void anythingElseIsRefused() {
    Random random = new Random(3);
    byte[] body = new byte[1_000];
    for (int i = 0; i < 1_000; i++) {
      random.nextBytes(body);
      // A block that is stored as it is, of a length that does not fit.
      body[0] = 1;
      assertThatThrownBy(() -> read(body)).isInstanceOf(DamagedBodyException.class);
    }
  }

  @Test
  void aBodyThatInflatesToALongRecordIsLeftAtOnce() {
    assertThat(readable("a".repeat(LONGEST) + "\n")).isTrue();
    assertThatThrownBy(() -> read(deflated("a".repeat(LONGEST + 1) + "\n")))
        .isInstanceOf(DamagedBodyException.class)
        .hasMessage("a record that exceeds the maximum length");
  }

  @Test
  void aBodyThatInflatesToManyRecordsIsLeftAtOnce() {
    String record = "a".repeat(99) + "\n";
    assertThat(readable(record.repeat(MOST / 100))).isTrue();
    byte[] bomb = deflated(record.repeat(MOST / 10));
    assertThat(bomb).hasSizeLessThan(MOST / 10);
    List<Integer> lengths = new ArrayList<>();

    assertThatThrownBy(
            () -> reader.read(new ByteArrayInputStream(bomb), (_, length) -> lengths.add(length)))
        .isInstanceOf(DamagedBodyException.class)
        .hasMessage("a body that exceeds the maximum size");
    assertThat(lengths).hasSizeLessThanOrEqualTo(MOST / 100);
  }

  @Test
  void aVisitorEndsTheReading() {
    List<String> seen = new ArrayList<>();
    assertThatThrownBy(() ->
            reader.read(
                new ByteArrayInputStream(deflated("one\ntwo\nthree\n")),
                (text, length) -> {
                  seen.add(text(text, length));
                  if (seen.size() == 2) {
                    throw new DamagedBodyException("no decision");
                  }
                }))
        .hasMessage("no decision");
    assertThat(seen).containsExactly("one", "two");
  }

  @Test
  void aBodyThatCannotBeReadIsNotADamagedOne() {
    InputStream failing =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("away");
          }
        };
    assertThatThrownBy(() -> reader.read(failing, (_, _) -> {}))
        .isInstanceOf(IOException.class)
        .hasMessage("away");
  }

  private boolean readable(String text) {
    try {
      read(deflated(text));
      return true;
    } catch (IOException | DamagedBodyException e) {
      return false;
    }
  }

  private List<String> read(byte[] body) throws IOException, DamagedBodyException {
    List<String> records = new ArrayList<>();
    reader.read(new ByteArrayInputStream(body), (text, length) -> records.add(text(text, length)));
    return records;
  }

  private static String text(byte[] text, int length) {
    return new String(text, 0, length, StandardCharsets.US_ASCII);
  }

  private static byte[] deflated(String text) {
    BlockDeflater deflater = new BlockDeflater(Deflater.BEST_SPEED);
    deflater.begin();
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    deflater.append(bytes, bytes.length);
    return deflater.end();
  }
}
