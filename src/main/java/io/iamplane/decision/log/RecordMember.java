package io.iamplane.decision.log;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The names in a record of a decision, made for the wire once. */
enum RecordMember {
  ID,
  AT,
  KIND,
  OUTCOME,
  REASON_CODE,
  POLICY_VERSION,
  REQUIRED_AAL,
  MATCHED,
  TYPE,
  KEY,
  SUBJECT,
  SUBJECT_ASKED,
  APPLICATION,
  ASKED,
  NAME,
  RESOURCE,
  CURRENT_AAL,
  CONTEXT,
  SUBJECT_PROPERTIES,
  ACTION_PROPERTIES,
  RESOURCE_PROPERTIES,
  CONTEXTUAL_RELATIONS,
  RELATION,
  OBJECT,
  CONDITION,
  NAMED_CONDITION,
  VALUES,
  VALID_FROM,
  VALID_UNTIL,
  INPUTS,
  ASKED_BY,
  CLIENT_ID,
  CORRELATION_ID;

  private final String title = name().toLowerCase(Locale.ROOT);
  private final byte[] text = (",\"" + title + "\":").getBytes(StandardCharsets.US_ASCII);

  String title() {
    return title;
  }

  /** The name as it is written behind another member: with comma, quotes and colon. */
  byte[] text() {
    return text;
  }
}
