package io.iamplane.decision.erasure;

import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.decision.block.BlockFilter;
import io.iamplane.decision.block.BodyReader.DamagedBodyException;
import io.iamplane.decision.block.ErasedRecord;
import io.iamplane.decision.block.RecordIds;
import io.iamplane.decision.block.RecordNames;
import io.iamplane.decision.block.RecordTexts;
import io.iamplane.shared.Hashes;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.UuidV7;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The person of an erasure, as records of decisions name them. A record is about the person if its
 * subject, the subject in the words of the question, its resource or its caller is the person. The
 * other members hold words of callers, who could name anyone there.
 *
 * @param reference {@code user:<id>}
 * @param knownFrom the time from which the external id named the person
 * @param erasedAt the time until which it did; another person may have it since
 * @param external digests of the external id; null without one
 */
record ErasedPerson(
    String reference, Instant knownFrom, Instant erasedAt, @Nullable External external) {

  private static final String[] MEMBERS = {
    "id", "at", "outcome", "subject", "subject_asked", "resource", "asked_by"
  };

  /** Hashes of {@code user:<external id>}, which an erasure must not keep, by use in records. */
  record External(byte[] sha256, long subject, long resource) {

    /** Returns null for a text in the form of an id: ids are other entries' own. */
    static @Nullable External of(@Nullable String externalId) {
      if (externalId == null || UuidV7.parse(externalId).isPresent()) {
        return null;
      }
      String reference = new SubjectRef(SubjectRef.USER, externalId).toString();
      return new External(
          digest(reference),
          RecordNames.subjectHash(SubjectRef.USER, externalId),
          RecordNames.resourceHash(SubjectRef.USER, externalId));
    }

    private boolean is(String reference) {
      return Arrays.equals(digest(reference), sha256);
    }

    private static byte[] digest(String reference) {
      return Hashes.sha256(reference.getBytes(StandardCharsets.UTF_8));
    }
  }

  /**
   * Returns false only if no record of a block is about the person. The filters of earlier builds
   * have no callers; a filter that is too long is null.
   */
  boolean mayBeIn(byte @Nullable [] filter) {
    return filter == null
        || BlockFilter.mayHold(filter, RecordNames.subject(reference))
        || BlockFilter.mayHold(filter, RecordNames.resource(reference))
        || BlockFilter.mayHold(filter, RecordNames.asker(reference))
        || (external != null
            && (BlockFilter.mayHold(filter, external.subject())
                || BlockFilter.mayHold(filter, external.resource())));
  }

  /**
   * The line in the place of a record, if that is about the person.
   *
   * @param text begins with the record, of so many bytes
   * @throws DamagedBodyException when it is not a record of a decision
   */
  Optional<ErasedRecord> erase(byte[] text, int length) throws DamagedBodyException {
    RecordTexts record = RecordTexts.whole(MEMBERS).read(text, length);
    UUID id =
        UuidV7.parse(record.text("id"))
            .orElseThrow(() -> new DamagedBodyException("a record without a valid id"));
    if (!isAbout(record, RecordIds.time(id))) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new ErasedRecord(
              MerkleHash.leaf(Arrays.copyOf(text, length)),
              id,
              record.text("at"),
              record.text("outcome")));
    } catch (IllegalArgumentException e) {
      throw new DamagedBodyException("a record with an invalid time or outcome");
    }
  }

  private boolean isAbout(RecordTexts record, Instant time) {
    return reference.equals(record.text("subject"))
        || reference.equals(record.text("subject_asked"))
        || reference.equals(record.text("resource"))
        || reference.equals(record.text("asked_by"))
        || isNamed(record, time);
  }

  /**
   * The name in a question that resolved to another entry named that entry; so only a subject that
   * is in the question's own words counts.
   */
  private boolean isNamed(RecordTexts record, Instant time) {
    return external != null
        && !time.isBefore(knownFrom)
        && !time.isAfter(erasedAt)
        && ((record.text("subject_asked").isEmpty() && external.is(record.text("subject")))
            || external.is(record.text("resource")));
  }
}
