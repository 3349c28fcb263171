package io.iamplane.signin;

/** Texts in HTML (HTML Standard, section 13.1.2). */
public final class Html {

  private Html() {}

  /** A text as the content of an element or, in double quotes, as the value of an attribute. */
  public static String escape(String text) {
    StringBuilder html = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> html.append("&amp;");
        case '<' -> html.append("&lt;");
        case '>' -> html.append("&gt;");
        case '"' -> html.append("&quot;");
        case '\'' -> html.append("&#39;");
        default -> html.append(c);
      }
    }
    return html.toString();
  }

  /** A field of a form that people do not see. */
  public static String hidden(String name, String value) {
    return "<input type=\"hidden\" name=\"%s\" value=\"%s\">".formatted(name, escape(value));
  }
}
