package io.iamplane.decision.erasure;

import static io.iamplane.decision.erasure.CraftedRecords.about;
import static io.iamplane.decision.erasure.CraftedRecords.block;
import static io.iamplane.decision.erasure.CraftedRecords.line;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.decision.block.BodyReader.DamagedBodyException;
import io.iamplane.decision.block.ErasedRecord;
import io.iamplane.decision.block.RecordIds;
import io.iamplane.decision.erasure.ErasedPerson.External;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A record is about a person by its own members, and by nothing that a caller can write. */
class ErasedPersonTest {

  private static final OrganizationId TENANT = OrganizationId.next();

  private final String ann = UuidV7.next().toString();
  private final String bert = UuidV7.next().toString();
  private final Instant now = Instant.now();
  private final ErasedPerson person =
      new ErasedPerson(
          "user:" + ann,
          now.minus(Duration.ofDays(9)),
          now.plusSeconds(60),
          External.of("quimby-7"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'subject':'user:ANN','key':'k'",
        "'subject':'user:ANN','subject_asked':'user:quimby-7','key':'k'",
        "'subject':'user:BERT','key':'k','resource':'user:ANN'",
        "'subject':'user:BERT','key':'k','asked_by':'user:ANN'",
        "'subject':'user:BERT','subject_asked':'user:ANN','key':'k'",
        "'key':'k','context':{'a':[1,{'b':2}]},'asked_by':'user:ANN','subject':'user:x'",
        "'subject':'user:quimby-7','key':'k'",
        "'subject':'user:BERT','key':'k','resource':'user:quimby-7'"
      })
  void aRecordIsAboutThePersonAsSubjectResourceOrCaller(String members) throws Exception {
    assertThat(erased(members)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'subject':'user:BERT','key':'k'",
        "'subject':'user:BERT','key':'k','context':{'subject':'user:ANN','asked_by':'user:ANN'}",
        "'subject':'user:BERT','key':'k','context':{'note':'user:ANN','of':['user:quimby-7']}",
        "'subject':'user:BERT','key':'k','subject_properties':{'resource':'user:ANN'}",
        "'subject':'user:BERT','key':'k','resource_properties':{'id':'ANN'}",
        "'subject':'user:BERT','key':'k','client_id':'user:ANN','correlation_id':'user:ANN'",
        "'subject':'user:BERT','key':'user:ANN','application':'user:ANN'",
        "'subject':'user:BERT','key':'k','asked':{'type':'permission','name':'user:ANN'}",
        "'subject':'user:BERT','key':'k','contextual_relations':[{'subject':'user:ANN'}]",
        "'subject':'service_account:ANN','key':'k','resource':'doc:ANN'",
        "'subject':'ANN','key':'k','resource':'user:ANN2'",
        "'subject':'user:quimby-77','key':'k','resource':'user:quimby'",
        "'subject':'user:QUIMBY-7','key':'k','resource':'doc:quimby-7'",
        "'subject':['user:ANN'],'key':'k','resource':{'id':'user:ANN'}"
      })
  void aNameAnywhereElseIsAnotherPersonsRecord(String members) throws Exception {
    assertThat(erased(members)).isEmpty();
  }

  /** The directory resolved the question's name to another entry. */
  @Test
  void aNameThatMeantAnotherEntryIsTheirs() throws Exception {
    assertThat(erased("'subject':'user:BERT','subject_asked':'user:quimby-7','key':'k'")).isEmpty();
    assertThat(erased("'subject':'user:ann','subject_asked':'user:quimby-7','key':'k'")).isEmpty();
  }

  /** The external id is free afterwards, and may be given to another person. */
  @Test
  void anExternalIdCountsOnlyWhileItWasThePersons() throws Exception {
    for (Instant time : List.of(now.minus(Duration.ofDays(10)), now.plusSeconds(61))) {
      UUID id = RecordIds.firstOf(time);
      UUID then = new UUID(id.getMostSignificantBits() | 0x7000, 0x8000_0000_0000_0000L);
      assertThat(erased(then, "'subject':'user:quimby-7','key':'k'")).isEmpty();
      assertThat(erased(then, "'subject':'user:b','key':'k','resource':'user:quimby-7'")).isEmpty();
      assertThat(erased(then, "'subject':'user:ANN','key':'k'")).as("the id").isPresent();
    }
  }

  /** A user made with the id of another would otherwise take the other's records along. */
  @Test
  void anExternalIdInTheFormOfAnIdIsNotSearched() {
    assertThat(External.of(bert)).isNull();
    assertThat(External.of(null)).isNull();
    assertThat(External.of("ann")).isNotNull();
  }

  @Test
  void theLineKeepsLeafIdTimeAndOutcome() throws Exception {
    UUID id = UuidV7.next();
    String text = line(id, "'subject':'user:%s','key':'k'".formatted(ann));
    byte[] line = text.getBytes(StandardCharsets.UTF_8);

    assertThat(person.erase(Arrays.copyOf(line, line.length + 9), line.length))
        .contains(
            new ErasedRecord(MerkleHash.leaf(line), id, "2026-03-01T12:00:00.123456Z", "deny"));
  }

  @Test
  void theOrderOfMembersDoesNotMatter() throws Exception {
    byte[] line =
        "{\"key\":\"k\",\"outcome\":\"allow\",\"subject\":\"user:%s\",\"at\":\"2026-03-01T12:00:00Z\",\"id\":\"%s\"}"
            .formatted(ann, UuidV7.next())
            .getBytes(StandardCharsets.UTF_8);

    assertThat(person.erase(line, line.length).orElseThrow().outcome()).isEqualTo("allow");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "{}",
        "7",
        "{\"id\":\"x\",\"subject\":\"user:ANN\"}",
        "{\"id\":\"ID\",\"at\":\"then\",\"outcome\":\"deny\",\"subject\":\"user:ANN\"}",
        "{\"id\":\"ID\",\"outcome\":\"deny\",\"subject\":\"user:ANN\"}",
        "{\"id\":\"ID\",\"at\":\"2026-03-01T12:00:00Z\",\"outcome\":\"no\",\"subject\":\"user:ANN\"}",
        "{\"id\":\"ID\",\"subject\":\"user:BERT\",\"subject\":\"user:ANN\"}"
      })
  void aLineThatIsNoRecordIsRefused(String text) {
    byte[] line =
        text.replace("ANN", ann)
            .replace("BERT", bert)
            .replace("ID", UuidV7.next().toString())
            .getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> person.erase(line, line.length))
        .isInstanceOf(DamagedBodyException.class);
  }

  @Test
  void aTextOfManyLevelsIsRefused() {
    byte[] line = ("{\"context\":" + "[".repeat(100_000)).getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> person.erase(line, line.length))
        .isInstanceOf(DamagedBodyException.class);
  }

  @Test
  void filtersPassOverBlocksOfOthers() {
    assertThat(person.mayBeIn(filter(about("user:" + ann)))).isTrue();
    assertThat(person.mayBeIn(filter(about("user:quimby-7")))).isTrue();
    assertThat(person.mayBeIn(filter("'subject':'a:b','key':'k','resource':'user:" + ann + "'")))
        .isTrue();
    assertThat(person.mayBeIn(filter("'subject':'a:b','key':'k','resource':'user:quimby-7'")))
        .isTrue();
    assertThat(person.mayBeIn(filter("'subject':'a:b','key':'k','asked_by':'user:" + ann + "'")))
        .isTrue();
    int read = 0;
    for (int i = 0; i < 300; i++) {
      ErasedPerson another =
          new ErasedPerson("user:" + UuidV7.next(), now, now, External.of("person-" + i));
      read += another.mayBeIn(filter(about("user:" + ann))) ? 1 : 0;
    }
    assertThat(read).isLessThan(40);
  }

  @Test
  void aFilterThatTellsNothingIsNoReasonToPassOver() {
    assertThat(person.mayBeIn(null)).isTrue();
    assertThat(person.mayBeIn(new byte[0])).isTrue();
  }

  private static byte[] filter(String members) {
    return block(TENANT, members).filter();
  }

  private Optional<ErasedRecord> erased(String members) throws DamagedBodyException {
    return erased(UuidV7.next(), members);
  }

  private Optional<ErasedRecord> erased(UUID id, String members) throws DamagedBodyException {
    byte[] line =
        line(id, members.replace("ANN", ann).replace("BERT", bert))
            .getBytes(StandardCharsets.UTF_8);
    return person.erase(line, line.length);
  }
}
