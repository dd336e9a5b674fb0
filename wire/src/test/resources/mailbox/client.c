/* A client that does what it is told, a command a line: for tests. */
#include "kolo_mailbox.h"

int main(void) {
  static struct kolo_mailbox box;
  static int32_t values[1 << 20];
  char line[4096], word[16], path[2048], session[64];
  while (fgets(line, sizeof line, stdin) != NULL) {
    int value, count;
    uint32_t n;
    struct kolo_order sum = {KOLO_MAILBOX_OP_ALL_REDUCE, KOLO_MAILBOX_TYPE_I32, KOLO_MAILBOX_HOW_SUM, 0, -1, 4, box.inputs_at, box.outputs_at, NULL};
    int words = sscanf(line, "%15s %2047s %63s", word, path, session);
    if (strcmp(word, "attach") == 0) {
      if (kolo_mailbox_attach(&box, path, words > 2 ? session : NULL) != 0) printf("refused: %s\n", box.error);
      else printf("attached to rank %u of %u\n", box.rank, box.world);
    } else if (strcmp(word, "sum") == 0 && sscanf(line, "%*s %d %d", &value, &count) == 2) {
      for (int i = 0; i < count; i++) values[i] = value;
      int result = kolo_all_reduce(&box, values, values, 4u * (uint64_t)count, KOLO_MAILBOX_TYPE_I32, KOLO_MAILBOX_HOW_SUM);
      if (result == 0) printf("sum %d %d\n", values[0], values[count - 1]);
      else printf("failed output %d %d: %s\n", values[0], values[count - 1], box.error);
    } else if (strcmp(word, "ring") == 0) {
      if (kolo_acquire(&box, &n) != 0 || kolo_ring(&box, n, &sum) != 0) printf("refused: %s\n", box.error);
      else printf("rung %u\n", n);
    } else if (strcmp(word, "check") == 0) {
      if (kolo_mailbox_check(&box) != 0) printf("refused: %s\n", box.error);
      else printf("sound\n");
    } else if (strcmp(word, "fail") == 0) {
      kolo_mailbox_give_up(&box);
      printf("refused: this program has failed\n");
    } else {
      kolo_mailbox_leave(&box);
      printf("left\n");
    }
    fflush(stdout);
  }
  return 0;
}
