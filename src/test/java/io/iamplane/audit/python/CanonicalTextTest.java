package io.iamplane.audit.python;

import io.iamplane.chain.verifier.CanonicalTexts;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * A text with a correct hash is still refused unless it is canonical. {@code CanonicalFormTest}
 * asks the service's verifier about the same texts.
 */
class CanonicalTextTest {

  @TempDir Path folder;

  @BeforeEach
  void python() {
    Python.assumePresent();
  }

  @TestFactory
  List<DynamicTest> texts() {
    Cases cases = new Cases(Exports::whole);
    CanonicalTexts.whole().forEach((name, change) -> cases.whole(name, 12, to(change)));
    CanonicalTexts.broken()
        .forEach((name, change) -> cases.broken(name, "record_altered", 5, to(change)));
    return cases.tests(folder);
  }

  /** Record 5 has another text, and every hash is right; nothing was signed. */
  private static Consumer<Export> to(UnaryOperator<String> change) {
    return export -> {
      export.removeCheckpoints();
      export.record(5, line -> line.put("canonical", change.apply(line.get("canonical").asText())));
      export.reseal();
    };
  }
}
