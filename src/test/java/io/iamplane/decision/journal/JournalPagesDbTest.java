package io.iamplane.decision.journal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.decision.block.Block;
import io.iamplane.decision.block.BlockBuilder;
import io.iamplane.decision.block.BlockDeflater;
import io.iamplane.decision.block.RecordIds;
import io.iamplane.decision.log.StoredBlocks;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.SubjectRef;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages over overlapping blocks equal the pages of one sorted list. */
@QuarkusTest
class JournalPagesDbTest {

  private static final RecordFilter ALL =
      new RecordFilter(null, null, null, null, null, null, null, null);

  @Inject DecisionJournal journal;
  @Inject StoredBlocks stored;
  @Inject ObjectMapper mapper;

  private final OrganizationId tenant = OrganizationId.next();
  private final BlockDeflater deflater = new BlockDeflater(Deflater.BEST_SPEED);

  private record Made(UUID id, Instant at, String subject) {}

  @ParameterizedTest
  @ValueSource(ints = 1)
  void pagesAreCutsOfOneList(int seed) {
    pagesAreCuts(seed);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  @Tag("ci")
  void pagesOfOtherListsAreCutsOfOne(int seed) {
    pagesAreCuts(seed);
  }

  private void pagesAreCuts(int seed) {
    Random random = new Random(seed);
    List<Made> all = new ArrayList<>();
    Instant now = Instant.now().minus(Duration.ofMinutes(20));
    for (int minute = 0; minute < 8; minute++) {
      Instant start =
          Instant.ofEpochSecond(Math.floorDiv(now.getEpochSecond(), 60) * 60 + 60L * minute);
      int replicas = 1 + random.nextInt(3);
      for (int replica = 0; replica < replicas; replica++) {
        int blocks = random.nextInt(6);
        for (int block = 0; block < blocks; block++) {
          List<Made> made = new ArrayList<>();
          int decisions = 1 + random.nextInt(30);
          for (int i = 0; i < decisions; i++) {
            made.add(made(random, start.plusMillis(random.nextInt(60_000))));
          }
          stored.insert(List.of(block(made)));
          all.addAll(made);
        }
      }
    }
    all.sort(Comparator.comparing(Made::id, RecordIds.ORDER).reversed());

    for (int limit : new int[] {1, 7, 25, 100}) {
      assertThat(read(ALL, limit)).as("limit " + limit).containsExactlyElementsOf(ids(all));
    }
    RecordFilter some =
        new RecordFilter(
            Set.of(new SubjectRef("user", "3")),
            null,
            null,
            null,
            null,
            null,
            now.plus(Duration.ofMinutes(2)),
            now.plus(Duration.ofMinutes(5)));
    assertThat(read(some, 4))
        .containsExactlyElementsOf(
            ids(
                all.stream()
                    .filter(made -> made.subject().equals("user:3"))
                    .filter(made -> !made.at().isBefore(some.from()))
                    .filter(made -> made.at().isBefore(some.to()))
                    .toList()));
    all.forEach(made -> assertThat(journal.byId(tenant, made.id())).as("by its id").isPresent());
  }

  @Test
  void aFilterThatNothingMatchesEndsAfterABoundedNumberOfBlocks() {
    Random random = new Random(9);
    Instant start = Instant.now().minus(Duration.ofMinutes(90));
    List<Block> blocks = new ArrayList<>();
    for (int i = 0; i < 2_300; i++) {
      blocks.add(block(List.of(made(random, start.plusSeconds(i)))));
    }
    stored.insert(blocks);
    Set<SubjectRef> nobody = Set.of(new SubjectRef("user", "none"));
    RecordFilter none = new RecordFilter(nobody, null, null, null, null, null, null, null);

    Page<JsonNode> first = journal.page(tenant, new PageRequest(25, null), none);
    assertThat(first.items()).isEmpty();
    assertThat(first.nextPosition()).as("there is more to look at").isNotNull();
    Page<JsonNode> second = journal.page(tenant, new PageRequest(25, first.nextPosition()), none);
    assertThat(second.items()).isEmpty();
    assertThat(second.nextPosition()).isNull();
  }

  private List<String> read(RecordFilter filter, int limit) {
    List<String> all = new ArrayList<>();
    String after = null;
    do {
      Page<JsonNode> page = journal.page(tenant, new PageRequest(limit, after), filter);
      assertThat(page.items()).hasSizeLessThanOrEqualTo(limit);
      page.items().forEach(record -> all.add(record.path("id").asText()));
      after = page.nextPosition();
    } while (after != null);
    return all;
  }

  private static List<String> ids(List<Made> made) {
    return made.stream().map(each -> each.id().toString()).toList();
  }

  private static Made made(Random random, Instant at) {
    UUID first = RecordIds.firstOf(at);
    UUID id =
        new UUID(
            first.getMostSignificantBits() | 0x7000 | random.nextInt(0x1000),
            Long.MIN_VALUE | random.nextLong() >>> 2);
    return new Made(id, Instant.ofEpochMilli(at.toEpochMilli()), "user:" + random.nextInt(8));
  }

  private Block block(List<Made> made) {
    BlockBuilder builder = new BlockBuilder(tenant, deflater);
    List<Made> inOrder =
        made.stream().sorted(Comparator.comparing(Made::id, RecordIds.ORDER)).toList();
    for (Made each : inOrder) {
      byte[] text =
          "{\"id\":\"%s\",\"at\":\"%s\",\"subject\":\"%s\",\"outcome\":\"allow\"}"
              .formatted(each.id(), each.at(), each.subject())
              .getBytes(StandardCharsets.UTF_8);
      builder.add(each.id(), text);
      builder.summary().nameSubject(each.subject());
    }
    return builder.build();
  }
}
