package io.iamplane.shared;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A request for one page of a list.
 *
 * <p>A cursor is opaque: the position of the last item seen and a checksum that binds it to the
 * list and its filters. The checksum finds damage and mix-ups; it is no secret, because a position
 * opens nothing beyond the caller's own filters and tenant.
 *
 * @param limit at most this many items, 1 to {@link #MAX_LIMIT}
 * @param after the position of the last item of the page before, null for the first page
 */
public record PageRequest(int limit, @Nullable String after) {

  public static final int MAX_LIMIT = 100;
  public static final int DEFAULT_LIMIT = 25;
  private static final int CHECKSUM_BYTES = 8;

  /**
   * Reads the parameters {@code limit} and {@code cursor}.
   *
   * @param list names the list and its filters; a cursor of another list is refused
   * @throws IamException {@link ErrorCode#VALIDATION} naming the parameter; a damaged cursor never
   *     yields page one
   */
  public static PageRequest of(@Nullable String limit, @Nullable String cursor, String list) {
    return new PageRequest(parseLimit(limit), cursor == null ? null : open(cursor, list));
  }

  /**
   * The position as an id, for lists in the order of ids; the smallest id for the first page.
   *
   * @throws IamException VALIDATION when it is invalid: the checksum is no secret, so a cursor may
   *     be made up
   */
  public UUID afterId() {
    return after == null ? new UUID(0, 0) : UuidV7.parse(after).orElseThrow(PageRequest::damaged);
  }

  /** A place in a list ordered by a name, without a space, that several items may have. */
  public record Named(String name, UUID id) {

    public String position() {
      return name + " " + id;
    }
  }

  /**
   * The position as a name and an id; before every item for the first page.
   *
   * @throws IamException VALIDATION as {@link #afterId}
   */
  public Named afterNamed() {
    if (after == null) {
      return new Named("", new UUID(0, 0));
    }
    int space = after.indexOf(' ');
    UUID id = UuidV7.parse(after.substring(space + 1)).orElseThrow(PageRequest::damaged);
    if (space < 0) {
      throw damaged();
    }
    return new Named(after.substring(0, space), id);
  }

  private static int parseLimit(@Nullable String limit) {
    if (limit == null) {
      return DEFAULT_LIMIT;
    }
    if (limit.matches("[0-9]{1,3}")) {
      int value = Integer.parseInt(limit);
      if (value >= 1 && value <= MAX_LIMIT) {
        return value;
      }
    }
    throw IamException.validation("limit", "must be a whole number from 1 to " + MAX_LIMIT);
  }

  /** The cursor that leads from {@code page} to the next one; null if absent. */
  public static @Nullable String cursor(Page<?> page, String list) {
    String position = page.nextPosition();
    if (position == null) {
      return null;
    }
    byte[] text = position.getBytes(StandardCharsets.UTF_8);
    byte[] sealed = Arrays.copyOf(checksum(list, text), CHECKSUM_BYTES + text.length);
    System.arraycopy(text, 0, sealed, CHECKSUM_BYTES, text.length);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(sealed);
  }

  private static String open(String cursor, String list) {
    byte[] sealed = decode(cursor);
    if (sealed.length > CHECKSUM_BYTES) {
      byte[] text = Arrays.copyOfRange(sealed, CHECKSUM_BYTES, sealed.length);
      if (MessageDigest.isEqual(checksum(list, text), Arrays.copyOf(sealed, CHECKSUM_BYTES))) {
        return text(text);
      }
    }
    throw damaged();
  }

  /** Decodes a position, which may be invalid: the checksum is no secret. */
  private static String text(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (text.indexOf(0) >= 0 || !Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes)) {
      throw damaged();
    }
    return text;
  }

  private static byte[] decode(String cursor) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(cursor);
      // The decoder ignores stray low bits of the last character; one page has one cursor.
      if (Base64.getUrlEncoder().withoutPadding().encodeToString(bytes).equals(cursor)) {
        return bytes;
      }
    } catch (IllegalArgumentException e) {
      throw damaged();
    }
    throw damaged();
  }

  private static byte[] checksum(String list, byte[] text) {
    MessageDigest digest = Hashes.sha256();
    digest.update(list.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
    digest.update(text);
    return Arrays.copyOf(digest.digest(), CHECKSUM_BYTES);
  }

  private static IamException damaged() {
    return IamException.validation("cursor", "not a valid cursor for this list");
  }
}
