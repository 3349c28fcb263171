package io.iamplane.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageRequestTest {

  private static final String LIST = "organizations?status=null";

  @Test
  void absentParametersMeanTheFirstPageOfTwentyFive() {
    assertThat(PageRequest.of(null, null, LIST)).isEqualTo(new PageRequest(25, null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "25", "100"})
  void limitsInRangeAreTaken(String limit) {
    assertThat(PageRequest.of(limit, null, LIST).limit()).isEqualTo(Integer.parseInt(limit));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "101", "-1", "", " ", "1.5", "1e2", "abc", "99999999999", "١"})
  void otherLimitsAreRefusedByName(String limit) {
    assertThatThrownBy(() -> PageRequest.of(limit, null, LIST))
        .isInstanceOfSatisfying(
            IamException.class, refusal -> assertThat(refusal.errors()).containsOnlyKeys("limit"));
  }

  @Test
  void cursorLeadsToThePositionItWasMadeFrom() {
    String cursor = PageRequest.cursor(new Page<>(List.of(), "b|\u0001:ä"), LIST);
    assertThat(PageRequest.of("10", cursor, LIST)).isEqualTo(new PageRequest(10, "b|\u0001:ä"));
  }

  @Test
  void aPositionMayBeANameAndAnId() {
    UUID id = UuidV7.next();
    PageRequest.Named place = new PageRequest.Named("viewer", id);
    assertThat(new PageRequest(1, place.position()).afterNamed()).isEqualTo(place);
    assertThat(new PageRequest(1, null).afterNamed())
        .isEqualTo(new PageRequest.Named("", new UUID(0, 0)));
    for (String other :
        List.of("", " ", "viewer", id.toString(), "viewer x", "viewer " + id + "x")) {
      assertThatThrownBy(() -> new PageRequest(1, other).afterNamed())
          .isInstanceOf(IamException.class);
    }
  }

  @Test
  void lastPageHasNoCursor() {
    assertThat(PageRequest.cursor(new Page<>(List.of("a"), null), LIST)).isNull();
  }

  @Test
  void cursorOfAnotherListIsRefused() {
    String cursor = PageRequest.cursor(new Page<>(List.of(), "p"), "organizations?status=active");
    assertThatThrownBy(() -> PageRequest.of(null, cursor, LIST)).isInstanceOf(IamException.class);
  }

  @Test
  void everyDamagedCursorIsRefusedAndNoneYieldsPageOne() {
    String whole = PageRequest.cursor(new Page<>(List.of(), "0192f3c4-position"), LIST);
    Random random = new Random(42);
    for (int round = 0; round < 20_000; round++) {
      String damaged = damage(whole, random);
      if (!damaged.equals(whole) && !isRefused(damaged)) {
        fail("the cursor is taken: " + damaged);
      }
    }
  }

  private static boolean isRefused(String cursor) {
    try {
      PageRequest.of(null, cursor, LIST);
      return false;
    } catch (IamException e) {
      return e.errors().keySet().equals(Set.of("cursor"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "=", "AAAA", "AAAAAAAAAAA", "not base64!", "ä", "\u0000"})
  void textThatNeverWasACursorIsRefused(String cursor) {
    assertThatThrownBy(() -> PageRequest.of(null, cursor, LIST)).isInstanceOf(IamException.class);
  }

  private static String damage(String cursor, Random random) {
    byte[] bytes = cursor.getBytes(StandardCharsets.US_ASCII);
    int at = random.nextInt(bytes.length);
    return switch (random.nextInt(4)) {
      case 0 -> cursor.substring(0, at);
      case 1 -> cursor.substring(at);
      case 2 -> {
        bytes[at] = (byte) "AZaz09-_".charAt(random.nextInt(8));
        yield new String(bytes, StandardCharsets.US_ASCII);
      }
      default -> {
        byte[] raw = Base64.getUrlDecoder().decode(cursor);
        raw[random.nextInt(raw.length)] ^= (byte) (1 << random.nextInt(8));
        yield Base64.getUrlEncoder().withoutPadding().encodeToString(raw);
      }
    };
  }

  @Test
  void pageIsCutWhenOneMoreRowWasRead() {
    List<Integer> rows = IntStream.range(0, 4).boxed().toList();
    assertThat(Page.cut(rows, 3, String::valueOf)).isEqualTo(new Page<>(List.of(0, 1, 2), "2"));
    assertThat(Page.cut(rows, 4, String::valueOf)).isEqualTo(new Page<>(rows, null));
  }
}
