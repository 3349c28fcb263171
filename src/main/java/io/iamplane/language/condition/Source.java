package io.iamplane.language.condition;

/** A condition's text, which knows the line and column of each offset. */
record Source(String text) {

  /** A place for people: line and column from 1, the column in code points. */
  public record Place(int line, int column) {

    @Override
    public String toString() {
      return "line " + line + ", column " + column;
    }
  }

  /**
   * Takes a text that can be stored, shown and compared.
   *
   * @throws ConditionSyntaxException when it is too long, holds half of a surrogate pair, or a
   *     control character other than tab and line ends
   */
  public static Source of(String text) throws ConditionSyntaxException {
    Source source = new Source(text);
    if (text.length() > ConditionLimits.SOURCE_LENGTH) {
      throw new ConditionSyntaxException(
          1,
          1,
          "the condition has %d characters; at most %d are allowed"
              .formatted(text.length(), ConditionLimits.SOURCE_LENGTH));
    }
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      source.checkCharacter(i, text.codePointAt(i));
    }
    return source;
  }

  private void checkCharacter(int offset, int point) throws ConditionSyntaxException {
    if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
      throw fault(offset, "an unpaired surrogate is not a character");
    }
    if (Character.isISOControl(point) && "\t\n\r\f".indexOf(point) < 0) {
      throw fault(
          offset,
          "unexpected control character U+%04X; in a string, write \\u%04x"
              .formatted(point, point));
    }
  }

  public Place place(int offset) {
    int lineStart = text.lastIndexOf('\n', offset - 1) + 1;
    int line = 1 + (int) text.substring(0, lineStart).chars().filter(c -> c == '\n').count();
    return new Place(line, 1 + text.codePointCount(lineStart, offset));
  }

  public ConditionSyntaxException fault(int offset, String reason) {
    Place place = place(offset);
    return new ConditionSyntaxException(place.line(), place.column(), reason);
  }
}
