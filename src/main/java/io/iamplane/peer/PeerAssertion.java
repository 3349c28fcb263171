package io.iamplane.peer;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a test expects. */
public sealed interface PeerAssertion {

  FilePlace place();

  /** The values of the request. */
  Map<String, Object> context();

  /**
   * Whether a subject has a name on an object.
   *
   * @param subjectRelation then the subject is a userset
   */
  record Check(
      PeerObject subject,
      @Nullable String subjectRelation,
      String relation,
      PeerObject object,
      Map<String, Object> context,
      Expected expected,
      FilePlace place)
      implements PeerAssertion {}

  /** Which objects of a type a subject has a name on: all of them. */
  record Objects(
      PeerObject subject,
      @Nullable String subjectRelation,
      String relation,
      String type,
      Map<String, Object> context,
      Set<String> expected,
      FilePlace place)
      implements PeerAssertion {
    public Objects {
      expected = Set.copyOf(expected);
    }
  }

  /** Which subjects of a type have a name on an object: all of them. */
  record Subjects(
      PeerObject object,
      String relation,
      String type,
      Map<String, Object> context,
      Set<String> expected,
      FilePlace place)
      implements PeerAssertion {
    public Subjects {
      expected = Set.copyOf(expected);
    }
  }

  /** What a check answers. */
  enum Expected {
    ALLOWED,
    DENIED,
    /** It depends on values that the request does not give; here that is a denial. */
    CONDITIONAL
  }
}
