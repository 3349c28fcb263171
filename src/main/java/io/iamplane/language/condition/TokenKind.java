package io.iamplane.language.condition;

/** The kinds of tokens; the text is how a message names one. */
enum TokenKind {
  NAME("a name"),
  INT("a number"),
  DOUBLE("a number"),
  STRING("a string"),
  NULL("'null'"),
  TRUE("'true'"),
  FALSE("'false'"),
  IN("'in'"),
  EQUAL("'=='"),
  NOT_EQUAL("'!='"),
  LESS("'<'"),
  LESS_EQUAL("'<='"),
  GREATER("'>'"),
  GREATER_EQUAL("'>='"),
  AND("'&&'"),
  OR("'||'"),
  NOT("'!'"),
  QUESTION("'?'"),
  COLON("':'"),
  PLUS("'+'"),
  MINUS("'-'"),
  STAR("'*'"),
  SLASH("'/'"),
  PERCENT("'%'"),
  DOT("'.'"),
  COMMA("','"),
  OPEN("'('"),
  CLOSE("')'"),
  OPEN_LIST("'['"),
  CLOSE_LIST("']'"),
  OPEN_MAP("'{'"),
  CLOSE_MAP("'}'"),
  END("the end of the condition");

  private final String text;

  TokenKind(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }
}
