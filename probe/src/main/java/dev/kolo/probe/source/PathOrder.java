package dev.kolo.probe.source;

import dev.kolo.fabric.facts.NaturalOrder;
import java.util.Comparator;

/**
 * The order in which files are read, wherever they lie: natural order of names, the files of a folder before its folders.
 * Which text is read first decides which line is quoted and how netdevs are listed, so a folder and an archive of it must
 * agree.
 */
final class PathOrder implements Comparator<String> {
    static final PathOrder INSTANCE = new PathOrder();

    private PathOrder() {}

    @Override
    public int compare(String left, String right) {
        String[] a = left.split("/");
        String[] b = right.split("/");
        for (int i = 0; i < Math.min(a.length, b.length); i++) {
            boolean leftIsFile = i == a.length - 1;
            boolean rightIsFile = i == b.length - 1;
            if (leftIsFile != rightIsFile) {
                return leftIsFile ? -1 : 1;
            }
            int order = NaturalOrder.compare(a[i], b[i]);
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(a.length, b.length);
    }
}
