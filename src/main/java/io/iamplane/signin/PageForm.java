package io.iamplane.signin;

import io.iamplane.token.FormText;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A form that a page of ours sent. */
public final class PageForm {

  private static final int MAX_BYTES = 16 * 1024;

  private final Map<String, String> fields;

  private PageForm(Map<String, String> fields) {
    this.fields = fields;
  }

  /** Reads forms of this browser, and no others. */
  @Singleton
  public static class Reader {

    private final BrowserCookies cookies;

    Reader(BrowserCookies cookies) {
      this.cookies = cookies;
    }

    /** Reads a form, null as empty; throws PageException if it is malformed or from elsewhere. */
    public PageForm own(HttpHeaders headers, byte @Nullable [] body) {
      PageForm form = any(body);
      cookies.requireOwnForm(headers, form.value(BrowserCookies.FORM_FIELD).orElse(""));
      return form;
    }
  }

  /** Reads a form, wherever it came from; null counts as empty. */
  static PageForm any(byte @Nullable [] body) {
    if (body != null && body.length > MAX_BYTES) {
      throw new PageException(400, PageText.FORM_TOO_LARGE);
    }
    return any(body == null ? null : new String(body, StandardCharsets.ISO_8859_1));
  }

  /** Reads a form or a query, null as empty; throws {@link PageException} when it is malformed. */
  public static PageForm any(@Nullable String text) {
    try {
      return new PageForm(FormText.parse(text == null ? "" : text));
    } catch (FormText.InvalidFormException e) {
      throw PageException.of(e);
    }
  }

  /** The value of a field; empty when it is absent or has none. */
  public Optional<String> value(String name) {
    return Optional.ofNullable(fields.get(name)).filter(value -> !value.isEmpty());
  }
}
