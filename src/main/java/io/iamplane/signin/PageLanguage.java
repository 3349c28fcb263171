package io.iamplane.signin;

import jakarta.ws.rs.core.HttpHeaders;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A language that pages are shown in. */
public enum PageLanguage {
  /** The one of a browser that asks for no other here. */
  ENGLISH("en"),
  GERMAN("de");

  /** The most characters of a header that is read; browsers send far fewer. */
  static final int MAX_HEADER = 500;

  private static final List<String> TAGS = Stream.of(values()).map(PageLanguage::tag).toList();

  private final String tag;

  PageLanguage(String tag) {
    this.tag = tag;
  }

  /** The language tag (RFC 5646). */
  String tag() {
    return tag;
  }

  /** The language that a browser asks for (RFC 9110, section 12.5.4). */
  public static PageLanguage of(HttpHeaders headers) {
    List<String> lines = headers.getRequestHeader(HttpHeaders.ACCEPT_LANGUAGE);
    return lines == null ? ENGLISH : of(String.join(",", lines));
  }

  /** A header that is malformed or too long asks for nothing: a page is no place for its fault. */
  static PageLanguage of(String header) {
    if (header.length() > MAX_HEADER) {
      return ENGLISH;
    }
    try {
      String found = Locale.lookupTag(Locale.LanguageRange.parse(header), TAGS);
      return Stream.of(values()).filter(each -> each.tag.equals(found)).findFirst().orElse(ENGLISH);
    } catch (IllegalArgumentException _) {
      return ENGLISH;
    }
  }
}
