package io.iamplane.decision.log;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
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

  private final SerializableString text = new SerializedString(name().toLowerCase(Locale.ROOT));

  /** As it is written. */
  SerializableString text() {
    return text;
  }
}
