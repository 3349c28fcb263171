package io.iamplane.signin;

/** Texts in HTML (HTML Standard, section 13.1.2). */
public final class Html {

  private Html() {}

  /** A text as the content of an element or, in double quotes, as the value of an attribute. */
  public static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  /** A field of a form that people do not see. */
  public static String hidden(String name, String value) {
    return "<input type=\"hidden\" name=\"%s\" value=\"%s\">".formatted(name, escape(value));
  }
}
