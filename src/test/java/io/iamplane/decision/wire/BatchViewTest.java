package io.iamplane.decision.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.ThreadMXBean;
import io.iamplane.decision.DecisionAnswer;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.Match;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.wire.DecisionResource.BatchView;
import io.iamplane.shared.Aal;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** Memory held by the answers of the largest batch until they are sent. */
class BatchViewTest {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The longest text of a check. */
  private static final int LONGEST = 1_000;

  @Test
  void aThousandUsualAnswersHoldSomeHundredBytesEach(TestReporter reporter) throws Exception {
    assertThat(held("4711", reporter)).isLessThan(600);
    assertThat(sent("4711")).isLessThan(600);
  }

  /** One long default is enough to make all of them long. */
  @Test
  void theLongestHoldTheirNameAndLittleMore(TestReporter reporter) throws Exception {
    String id = "x".repeat(LONGEST);
    assertThat(held(id, reporter)).isLessThan(LONGEST + 600);
    assertThat(sent(id)).isLessThan(LONGEST + 600);
  }

  /** Bytes allocated for each answer, an upper bound of the bytes held. */
  private static long held(String id, TestReporter reporter) {
    answers(id);
    long thread = Thread.currentThread().threadId();
    long before = THREADS.getThreadAllocatedBytes(thread);
    BatchView view = answers(id);
    long each = (THREADS.getThreadAllocatedBytes(thread) - before) / DecisionResource.MAX_CHECKS;
    assertThat(view.decisions()).hasSize(DecisionResource.MAX_CHECKS);
    reporter.publishEntry("bytes of an answer, its id of " + id.length(), Long.toString(each));
    return each;
  }

  private static long sent(String id) throws Exception {
    return JSON.writeValueAsBytes(answers(id)).length / DecisionResource.MAX_CHECKS;
  }

  private static BatchView answers(String id) {
    List<DecisionView> answers = new ArrayList<>(DecisionResource.MAX_CHECKS);
    for (int i = 0; i < DecisionResource.MAX_CHECKS; i++) {
      Decision decision =
          new Decision(
              ReasonCode.GRANTED_BY_RELATION,
              i,
              Aal.AAL1,
              () -> new Match("relation", "document#viewer", "document:" + id),
              0);
      answers.add(DecisionView.of(new DecisionAnswer(new UUID(7, i), decision)));
    }
    return new BatchView(answers);
  }
}
